//! Where operations lie: places inside an ability are relative until it is put into the pool.

use super::super::code::{Op, Pc};

/// Whether an operation knows the place of another one.
pub(super) fn jumps(op: &Op) -> bool {
    let mut moved = op.clone();
    relocate(&mut moved, 1);
    moved != *op
}

pub(super) fn relocate(op: &mut Op, base: Pc) {
    match op {
        Op::Jump(pc)
        | Op::Unless(_, pc)
        | Op::NextEach(_, _, pc)
        | Op::NextPlayer(_, pc)
        | Op::Countdown(_, pc)
        | Op::May { other: pc, .. }
        | Op::Offer { other: pc, .. } => *pc = pc.saturating_add(base),
        Op::NextMode(a, b) => {
            *a = a.saturating_add(base);
            *b = b.saturating_add(base);
        }
        Op::Modes { options, .. } | Op::Announce { options, .. } => {
            for option in options {
                option.pc = option.pc.saturating_add(base);
            }
        }
        Op::End
        | Op::Freeze(..)
        | Op::Set(..)
        | Op::Choose(..)
        | Op::Join(..)
        | Op::Keep(..)
        | Op::KeepFor(..)
        | Op::ChooseCell(..)
        | Op::Move { .. }
        | Op::Draw { .. }
        | Op::Show { .. }
        | Op::Flip { .. }
        | Op::Shuffle(..)
        | Op::Turn { .. }
        | Op::Damage { .. }
        | Op::Mend { .. }
        | Op::Life { .. }
        | Op::Counters { .. }
        | Op::Prevent { .. }
        | Op::Create { .. }
        | Op::Exchange { .. }
        | Op::Apply { .. }
        | Op::Delay { .. }
        | Op::Target(..)
        | Op::Divide { .. }
        | Op::Announced
        | Op::Recheck(..)
        | Op::Copy(..)
        | Op::PayIcons(..)
        | Op::Produce { .. }
        | Op::Native { .. }
        | Op::Pay(..)
        | Op::PlayCard { .. }
        | Op::Declare(..)
        | Op::PayStart(_)
        | Op::PayEnd
        | Op::Actor(_)
        | Op::Each(..)
        | Op::EachPlayer(_)
        | Op::ExtraTurn(..)
        | Op::Nullify { .. }
        | Op::ExtraPhase(..)
        | Op::Finish(..)
        | Op::SetValue { .. }
        | Op::Face { .. }
        | Op::Within(_)
        | Op::Host(_)
        | Op::Skip(..) => {}
    }
}
