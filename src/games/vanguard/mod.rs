//! Cardfight!! Vanguard, in two editions of its comprehensive rules. One file a concern; rule numbers in the comments are those of the edition g.

mod edition;
mod tables;

use crate::exec::{Candidate, DeckFault, Flow, Game, Kernel, Pool, RulePass, Tables, VerbCall};
use crate::ir::Module;
use crate::kernel::{Act, Atom, Cause, CellId, Chars, DeckCard, Ev, KernelStep, Layout, P, Ref, TimeId};
use crate::vocab::{self, Vocab};
use std::sync::LazyLock;

/// The game, in one edition of its rules.
#[derive(Debug)]
pub struct Vanguard {
    edition: &'static edition::Edition,
    tables: &'static Tables,
}

/// The edition g.
pub static VANGUARD_G: Vanguard = Vanguard {
    edition: &edition::G,
    tables: &tables::TABLES_G,
};

/// The edition 1.10.
pub static VANGUARD_110: Vanguard = Vanguard {
    edition: &edition::V110,
    tables: &tables::TABLES_110,
};

/// The cells of the game.
fn layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> = LazyLock::new(|| Layout::new(tables::TABLES_G.zones));
    &LAYOUT
}

impl Kernel for Vanguard {
    fn name(&self) -> &'static str {
        "vanguard"
    }
    fn edition(&self) -> &'static str {
        self.edition.word
    }
    fn vocab(&self) -> &'static Vocab {
        static EMPTY: LazyLock<Vocab> = LazyLock::new(Vocab::default);
        vocab::game("vanguard").unwrap_or(&EMPTY)
    }
    fn tables(&self) -> &'static Tables {
        self.tables
    }
    fn layout(&self) -> &'static Layout {
        layout()
    }
    fn inherent(&self) -> Option<&'static Module> {
        None
    }
    fn deck_faults(&self, _pool: &Pool, _deck: &[DeckCard]) -> Vec<DeckFault> {
        Vec::new()
    }
    fn begin(&self, _game: &mut Game) {}
    fn begin_at(&self, _game: &mut Game, _time: TimeId, _start: bool) -> bool {
        false
    }
    fn step(&self, _game: &mut Game, _s: KernelStep) -> Flow {
        Flow::Pop
    }
    fn verb(&self, _game: &mut Game, _call: VerbCall) {}
    fn pay(&self, _game: &mut Game, _who: P, _amount: i32, _cause: Cause) {}
    fn can_pay(&self, _game: &Game, _who: P) -> i32 {
        0
    }
    fn play_card(&self, _game: &mut Game, _who: P, _card: Ref, _free: bool) -> bool {
        false
    }
    fn interrupts(&self, _game: &mut Game) {}
    fn rule_pass(&self, _game: &mut Game) -> RulePass {
        RulePass::Nothing
    }
    fn keeps_identity(&self, _from: CellId, _to: CellId) -> bool {
        false
    }
    fn judged_before(&self, _from: CellId, _to: CellId) -> bool {
        false
    }
    fn chooser(&self, _game: &Game, ev: &Ev, _candidates: &[Candidate]) -> (P, u64) {
        (ev.who, Candidate::ALL)
    }
    fn shape(&self, _game: &Game, _ev: &mut Ev) {}
    fn together(&self, _game: &mut Game) {}
    fn noted(&self, _game: &mut Game, _ev: &Ev) {}
    fn state(&self, _game: &Game, _card: Ref, _which: u8) -> bool {
        false
    }
    fn related(&self, _game: &Game, _card: Ref, _which: u8, _out: &mut Vec<Ref>) {}
    fn known(&self, _game: &Game, _which: u8) -> Ref {
        Ref::NONE
    }
    fn player_attr(&self, game: &Game, who: P, which: u8) -> i32 {
        game.st.val(who, which)
    }
    fn relative(&self, _cell: CellId, _relation: u8, _out: &mut Vec<CellId>) {}
    fn time_of(&self, game: &Game, which: TimeId, _card: Option<Ref>) -> bool {
        game.st.turn.step == which
    }
    fn finish_chars(&self, _game: &Game, _card: Ref, _chars: &mut Chars) {}
    fn same_answer(&self, _game: &Game, a: Atom, b: Atom) -> bool {
        a == b
    }
    fn act_words(&self, _game: &Game, _action: Act) -> String {
        String::new()
    }
}
