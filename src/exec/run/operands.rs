//! Operations with many operands, taken apart for the functions that carry them out.

use super::MoveHow;
use super::amount::{Deal, Making};
use crate::exec::code::Op;
use crate::exec::game::Game;

impl Game {
    pub(super) fn step_divide(&mut self, op: &Op, stage: u8) {
        if let Op::Divide {
            among,
            total,
            step,
            parts,
        } = op
        {
            self.op_divide(*among, (*total, *step), *parts, stage);
        }
    }

    pub(super) fn step_announce(&mut self, op: &Op, stage: u8) {
        if let Op::Announce {
            count,
            overrides,
            options,
            slot,
        } = op
        {
            self.op_announce((*count, overrides), options, *slot, stage);
        }
    }

    pub(super) fn step_modes(&mut self, op: &Op, pc: u32, stage: u8) {
        if let Op::Modes {
            count,
            overrides,
            options,
            slot,
        } = op
        {
            self.op_modes(*count, overrides, options, *slot, pc, stage);
        }
    }

    pub(super) fn step_move(&mut self, op: &Op, stage: u8) {
        if let Op::Move {
            what,
            to,
            tag,
            orient,
            face_down,
            side,
            order,
            out,
            done,
        } = op
        {
            let how = MoveHow {
                to: *to,
                tag: *tag,
                orient: *orient,
                face_down: *face_down,
                side: side.clone(),
                order: *order,
            };
            self.op_move(what, &how, *out, *done, stage);
        }
    }

    pub(super) fn step_draw(&mut self, op: &Op, stage: u8) {
        if let Op::Draw {
            who,
            count,
            up_to,
            out,
            done,
        } = op
        {
            self.op_draw(who, *count, *up_to, *out, *done, stage);
        }
    }

    pub(super) fn step_show(&mut self, op: &Op, stage: u8) {
        if let Op::Show {
            what,
            all,
            until,
            out,
            done,
        } = op
        {
            self.op_show(what, *all, until.as_deref(), *out, *done, stage);
        }
    }

    pub(super) fn step_turn(&mut self, op: &Op, stage: u8) {
        if let Op::Turn {
            what,
            orient,
            out,
            done,
        } = op
        {
            self.op_turn(what, *orient, *out, *done, stage);
        }
    }

    pub(super) fn step_face(&mut self, op: &Op, stage: u8) {
        if let Op::Face {
            what,
            down,
            tag,
            out,
            done,
        } = op
        {
            self.op_face(what, (*down, *tag), *out, *done, stage);
        }
    }

    pub(super) fn step_damage(&mut self, op: &Op, stage: u8) {
        if let Op::Damage {
            by,
            amount,
            to,
            divided,
            tag,
            done,
        } = op
        {
            let deal = Deal {
                by: *by,
                amount: *amount,
                to: *to,
                divided: *divided,
                tag: *tag,
            };
            self.op_damage(&deal, *done, stage);
        }
    }

    pub(super) fn step_life(&mut self, op: &Op, stage: u8) {
        if let Op::Life {
            who,
            amount,
            gain,
            done,
        } = op
        {
            self.op_life(who, *amount, *gain, *done, stage);
        }
    }

    pub(super) fn step_counters(&mut self, op: &Op, stage: u8) {
        if let Op::Counters {
            what,
            kind,
            count,
            put,
            done,
        } = op
        {
            self.op_counters(*what, *kind, *count, *put, *done, stage);
        }
    }

    pub(super) fn step_create(&mut self, op: &Op, stage: u8) {
        if let Op::Create {
            made,
            count,
            to,
            tag,
            orient,
            out,
            done,
        } = op
        {
            let making = Making {
                made,
                count: *count,
                to: *to,
                tag: *tag,
                orient: *orient,
            };
            self.op_create(&making, *out, *done, stage);
        }
    }

    pub(super) fn step_prevent(&mut self, op: &Op) {
        if let Op::Prevent {
            to,
            amount,
            of,
            pattern,
            lasting,
        } = op
        {
            self.op_prevent(*to, *amount, *of, *pattern, lasting);
            self.next();
        }
    }

    pub(super) fn step_apply(&mut self, op: &Op) {
        if let Op::Apply {
            target,
            changes,
            lasting,
        } = op
        {
            self.op_apply(target, changes, lasting);
            self.next();
        }
    }
}
