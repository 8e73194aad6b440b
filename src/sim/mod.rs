//! Many games at once: who plays whom with what, the games, what is counted, and the report. No input or output of its own.
//!
//! Everything depends on the plan alone: the same plan gives the same games and the same report, whatever the number of threads.

mod cards;
mod one_game;
mod plan;
mod plot;
mod report;
mod rows;
mod run;
mod stats;
mod text;

pub use cards::{CardRow, CardTally};
pub use one_game::{GameResult, Verdict};
pub(crate) use plan::mix;
pub use plan::{Plan, Setup};
pub use plot::svg;
pub use report::{Figures, Report, report};
pub use rows::{COLUMNS, Row, row};
pub use run::{Batch, SimError, Watch, run};
pub use stats::{Interval, Rate, Spread, wilson};
