//! Tables of the games that are written as rows: a name for the code, and what it stands for.

use crate::exec::{EventWord, SendFrom, TimeRow, VerbKind, VerbRow};
use crate::kernel::{Note, Sees, ZoneId, ZoneSpec};

/// A zone whose order means something and that everybody sees, one cell for each player: what most zones differ from in a field or two.
pub(in crate::games) const PILE: ZoneSpec = ZoneSpec {
    name: "",
    positions: &[],
    sees: Sees::All,
    ordered: true,
    computed: false,
    board: false,
    face_down: false,
    serial: false,
    from_top: false,
    apart: false,
};

/// A zone in which the cards lie without an order.
pub(in crate::games) const OPEN: ZoneSpec = ZoneSpec { ordered: false, ..PILE };

/// A time that abilities can hear of, with the phase it is in.
pub(in crate::games) const fn at(word: &'static str, phase: u8) -> TimeRow {
    TimeRow {
        word,
        phase,
        quiet: false,
    }
}

/// A span of time that lasts and is never announced.
pub(in crate::games) const fn quiet(word: &'static str, phase: u8) -> TimeRow {
    TimeRow {
        word,
        phase,
        quiet: true,
    }
}

/// A verb, what it does as a command and what it is as an event.
pub(in crate::games) const fn row(word: &'static str, command: VerbKind, event: Option<EventWord>) -> VerbRow {
    VerbRow { word, command, event }
}

/// A verb that moves cards to a zone.
pub(in crate::games) const fn send(word: &'static str, to: ZoneId, tag: Note, from: SendFrom) -> VerbRow {
    row(word, VerbKind::Send(to, tag, from), Some(EventWord::Moved(tag)))
}

/// A verb that the game carries out itself.
pub(in crate::games) const fn native(word: &'static str, verb: u8, event: EventWord) -> VerbRow {
    row(word, VerbKind::Native(verb), Some(event))
}

/// A verb that only happens and is never commanded.
pub(in crate::games) const fn event(word: &'static str, event: EventWord) -> VerbRow {
    row(word, VerbKind::Event, Some(event))
}

/// Constants that count on from a number, in the order of their names.
macro_rules! counted {
    ($ty:ident $n:expr;) => {};
    (Note $n:expr; $name:ident $($rest:ident)*) => {
        pub(crate) const $name: Note = Note($n);
        $crate::games::common::rows::counted!(Note $n + 1; $($rest)*);
    };
    ($ty:ident $n:expr; $name:ident $($rest:ident)*) => {
        pub(crate) const $name: $ty = $n;
        $crate::games::common::rows::counted!($ty $n + 1; $($rest)*);
    };
}

/// Rule numbers for causes; 0 is no rule. Where two editions number differently, each has its column.
macro_rules! rules {
    ($vis:vis, $( $name:ident $number:literal; )*) => {
        /// Rule numbers for causes.
        $vis mod rule {
            $crate::games::common::rows::counted!(u16 1; $( $name )*);
        }
        pub(super) const RULES: &[&str] = &["", $( $number ),*];
    };
    ($vis:vis $first:ident $second:ident; $( $name:ident $number:literal $other:literal; )*) => {
        /// Rule numbers for causes.
        $vis mod rule {
            $crate::games::common::rows::counted!(u16 1; $( $name )*);
        }
        pub(super) const $first: &[&str] = &["", $( $number ),*];
        pub(super) const $second: &[&str] = &["", $( $other ),*];
    };
}

/// Words for what happens; 0 is none.
macro_rules! notes {
    ($vis:vis, $( $name:ident $word:literal; )*) => {
        /// Notes: words for what happens.
        $vis mod note {
            use crate::kernel::Note;
            $crate::games::common::rows::counted!(Note 1; $( $name )*);
        }
        pub(super) const NOTES: &[&str] = &["", $( $word ),*];
    };
}

/// Keywords and labels the rules ask for.
macro_rules! keywords {
    ($vis:vis, $( $name:ident $word:literal; )*) => {
        /// Keywords and labels the rules ask for, by their numbers in the table.
        $vis mod keyword {
            $crate::games::common::rows::counted!(usize 0; $( $name )*);
        }
        pub(super) const KEYWORDS: &[&str] = &[$( $word ),*];
    };
}

/// The places of a step where it can wait, in their order: a step begins at the first.
macro_rules! places {
    ($(#[$doc:meta])* $vis:vis $module:ident: $( $name:ident )*;) => {
        $(#[$doc])*
        $vis mod $module {
            $crate::games::common::rows::counted!(u8 0; $( $name )*);
        }
    };
}

/// The steps of a game, and the way from a step's number to its code.
macro_rules! steps {
    ($( $name:ident $code:path; )*) => {
        /// A step.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Step { $( $name ),* }

        /// Runs a step.
        pub(super) fn run(game: &mut $crate::exec::Game, s: $crate::kernel::KernelStep) -> $crate::exec::Flow {
            $( if s.id == Step::$name as u8 { return $code(game, s); } )*
            $crate::exec::Flow::Pop
        }

        /// A step at its beginning.
        pub(super) fn begin(step: Step, who: $crate::kernel::P) -> $crate::kernel::KernelStep {
            $crate::kernel::KernelStep {
                id: step as u8,
                who,
                ..$crate::kernel::KernelStep::default()
            }
        }
    };
}

pub(in crate::games) use {counted, keywords, notes, places, rules, steps};
