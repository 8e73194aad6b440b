//! temp
fn main() {
    use cardwright::source::*;
    let files: Vec<_> = std::env::args().skip(1).filter(|a| a.contains(".card")).map(|p| SourceFile::new(p.clone(), std::fs::read_to_string(&p).unwrap_or_default())).collect();
    let t = std::time::Instant::now();
    let c = cardwright::compile::compile(files);
    let el = t.elapsed();
    for d in &c.diagnostics { println!("{}", cardwright::diag::short(d, &c.sources)); if let Some(s) = d.span { let (l,_) = c.sources.get(s.file).unwrap().line_col(s.start); println!("      {}   «{}»", c.sources.text(s.file).lines().nth(l-1).unwrap_or("").trim(), c.sources.slice(s)); } }
    let (e,w) = c.counts();
    println!("{} modules, {} cards, {e} errors, {w} warnings, {el:?}", c.modules.len(), c.modules.iter().map(|m| m.cards.len()).sum::<usize>());
    if std::env::args().any(|a| a == "--unused") {
        for (g, used) in &c.used { for w in cardwright::vocab::game(g).unwrap().words() { let k=format!("{}:{}", w.kind(), w.name()); if !used.contains(&k) { println!("unused {g} {k}"); } } }
    }
}
