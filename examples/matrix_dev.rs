#![allow(warnings)]
#![allow(clippy::all, clippy::pedantic)]
#[path = "../tests/all/matrix/mod.rs"]
mod matrix;
use matrix::sentence::Form;
fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap();
    let forms = match args.next().unwrap().as_str() { "cannot" => vec![Form::Cannot], "when" => vec![Form::When], "past" => vec![Form::Past], "instead" => vec![Form::Instead], _ => matrix::table::FORMS.to_vec() };
    let only = args.next().unwrap_or_default();
    let share: usize = args.next().map_or(1, |s| s.parse().unwrap());
    let keep = |n: usize, verb: &str| n % share == 0 && (only.is_empty() || only.split(',').any(|o| o == verb));
    let t = std::time::Instant::now();
    for cast in matrix::cast::CASTS.iter().filter(|c| c.name() == name) {
        for row in matrix::table::rows(cast, &forms, &keep) {
            println!("{:?}\t{}\t{}\t{:?}", row.form, row.verb, row.text, row.verdict);
        }
    }
    eprintln!("{:?}", t.elapsed());
}
