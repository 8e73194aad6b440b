//! Playing in a terminal: a [`Session`] with people and programs at its seats, a screen for a terminal, and a plain way with lines for everything else.

mod app;
mod board;
mod honest;
mod keys;
mod line;
mod screen;
mod seats;
mod session;
mod terminal;
mod texts;
mod wide;

pub use app::{App, Store};
pub use keys::Key;
pub use line::Plain;
pub use seats::{SeatError, Seating, Seats};
pub use session::{Known, LoadError, Next, Question, Session};
pub use terminal::run;
pub use texts::Texts;
