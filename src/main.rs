fn main() {
    use cardwright::source::*;
    for p in std::env::args().skip(1).filter(|a| a.contains(".card")) {
        let text = std::fs::read_to_string(&p).unwrap_or_default();
        let mut m = SourceMap::new();
        let id = m.add(SourceFile::new(p.clone(), text.clone()));
        let parsed = cardwright::parse::parse(id, &text);
        for d in &parsed.diagnostics { println!("{}", cardwright::diag::render(d, &m, cardwright::diag::Style{color:false})); }
        println!("(syntax only so far) {p}: {} items, {} problems", parsed.file.items.len(), parsed.diagnostics.len());
    }
}
