#![allow(warnings)]
#![allow(clippy::all, clippy::pedantic)]
#[path = "../tests/all/matrix/mod.rs"]
mod matrix;
use matrix::sentence::Form;
fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap();
    let form = match args.next().unwrap().as_str() { "cannot" => Form::Cannot, "when" => Form::When, "past" => Form::Past, _ => Form::Instead };
    let only = args.next().unwrap_or_default();
    let share: usize = args.next().map_or(1, |s| s.parse().unwrap());
    let keep = |n: usize, verb: &str| n % share == 0 && (only.is_empty() || only.split(',').any(|o| o == verb));
    let t = std::time::Instant::now();
    for cast in matrix::cast::CASTS.iter().filter(|c| c.name() == name) {
        for row in matrix::table::rows(cast, form, &keep) {
            println!("{}\t{}\t{:?}", row.verb, row.text, row.verdict);
        }
    }
    eprintln!("{:?}", t.elapsed());
}
