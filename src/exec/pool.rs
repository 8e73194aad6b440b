//! The pool: everything a match needs to know of its cards, linked once and shared by all games of a batch.

use super::code::{
    Ability, Change, ChangeIx, Cond, CondIx, Cost, CostIx, Def, Num, NumIx, Obj, ObjIx, Op, PatIx, Pattern, Pc, Pick,
    PickIx, Place, PlaceIx,
};
use super::host::Host;
use super::link;
use super::listeners::{ListenFor, Listeners};
use super::seam::Kernel;
use super::tables::Tables;
use crate::ir::{Card, Module, Src};
use crate::kernel::{AbilityIx, Bits, DefId, NameId, ZoneId};
use indexmap::IndexSet;

/// A construct of a card that the engine has no behaviour for, or a pool that is too large.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkError {
    /// The card.
    pub card: String,
    /// What is refused.
    pub message: String,
    /// Whose matter it is.
    pub refusal: link::Refusal,
    /// The file.
    pub file: String,
    /// Where in the file.
    pub src: Src,
}

impl std::fmt::Display for LinkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: \"{}\": {}", self.file, self.card, self.message)
    }
}

/// Cards linked for play.
#[derive(Debug)]
pub struct Pool {
    /// The game.
    pub kernel: &'static dyn Kernel,
    /// Its cells.
    pub layout: &'static crate::kernel::Layout,
    /// Card definitions.
    pub defs: Vec<Def>,
    /// Abilities, printed and granted.
    pub abilities: Vec<Ability>,
    /// Operations of all abilities.
    pub ops: Vec<Op>,
    /// Where each operation was written.
    pub op_src: Vec<Src>,
    /// Where each condition was written.
    pub cond_src: Vec<Written>,
    /// Where each change was written.
    pub change_src: Vec<Written>,
    /// Where each description was written.
    pub obj_src: Vec<Written>,
    /// Where each pattern was written.
    pub pattern_src: Vec<Written>,
    /// Numbers.
    pub nums: Vec<Num>,
    /// Conditions.
    pub conds: Vec<Cond>,
    /// Objects.
    pub objs: Vec<Obj>,
    /// Picks.
    pub picks: Vec<Pick>,
    /// Places.
    pub places: Vec<Place>,
    /// Patterns of events.
    pub patterns: Vec<Pattern>,
    /// Changes.
    pub changes: Vec<Change>,
    /// Costs.
    pub costs: Vec<Cost>,
    /// Names of cards, and names that texts mention.
    pub names: IndexSet<String>,
    /// Tags.
    pub tags: IndexSet<String>,
    /// The tags that cards of the pool have as values of the game's attributes with tags, by the number of the attribute.
    pub attr_tags: Vec<crate::kernel::Tags>,
    /// Keywords and labels; at most 128.
    pub keywords: IndexSet<String>,
    /// Kinds of counters; at most 255.
    pub counters: IndexSet<String>,
    /// The bits of the keywords the game asks for, in the order of its table.
    pub known_keywords: Vec<u128>,
    /// The bits of the keywords that nothing takes away.
    pub kept_keywords: u128,
    /// The bits of the keywords of which a card never has more than one.
    pub unique: u128,
    /// Where cards listen to events, by the bit of the key. It is part of what tells two pools apart; the engine itself asks `listeners`.
    pub listening: Vec<Listening>,
    /// Keys that any ability listens to, given ones included.
    pub all_keys: u128,
    /// Keys that replacements listen to.
    pub replace_keys: u128,
    /// Whether some ability answers to a number that becomes greater or smaller.
    pub watches_numbers: bool,
    /// Whether some card has two halves.
    pub halves: bool,
    /// Whether cards can become copies of others or have others on top of them.
    pub copies: bool,
    /// Keys that questions about the past listen to.
    pub past_keys: u128,
    /// Whether some of these questions are about the whole game.
    pub asks_whole_game: bool,
    /// Some question about the past asks where a card was that may have left since.
    pub keeps_last: bool,
    /// States of the game's table that some text asks for (bits): these are remembered of what is gone.
    pub asked_states: u64,
    /// Whether some text asks how a card was.
    pub asks_was: bool,
    /// Zones where cards have continuous abilities (bits).
    pub static_zones: u32,
    /// Zones where cards have abilities that a player can use (bits).
    pub act_zones: u32,
    /// Abilities of the rules' own script, by the names of its cards.
    pub inherent: indexmap::IndexMap<String, Vec<AbilityIx>>,
    /// What one counter of a kind does to the card that bears it, as changes; by the number of the kind.
    pub counter_gifts: Vec<Vec<super::code::ChangeIx>>,
    /// Zones where cards have abilities that stand by while a condition holds (bits).
    pub state_zones: u32,
    /// Who does what was given to a host.
    pub host: Option<&'static dyn Host>,
    /// The game's tables.
    pub tables: &'static Tables,
    /// Who hears what happened, to answer to it; who hears what would happen, to replace it.
    pub listeners: [Listeners; 2],
    /// The first cost with this pick among its demands, by the number of the pick.
    pub cost_of_pick: Vec<Option<CostIx>>,
}

/// Which card a node of linked code belongs to, and where in its file it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The card.
    pub def: DefId,
    /// The phrase, or the statement or ability around it.
    pub src: Src,
}

/// The zones where cards listen to events of one key (bits).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Listening {
    /// To those of other cards too.
    pub all: u32,
    /// To their own.
    pub own: u32,
}

/// The zones of a set of bits.
#[inline]
pub fn zones_in(mut bits: u32) -> impl Iterator<Item = ZoneId> {
    std::iter::from_fn(move || {
        let zone = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (zone < 32).then(|| ZoneId(u8::try_from(zone).unwrap_or(u8::MAX)))
    })
}

/// A card to be linked, with the module it comes from.
pub type Source<'m> = (&'m Module, &'m Card);

impl Pool {
    /// Links cards for a game. Cards with one name and one id, or none, may be given twice; the first counts.
    pub fn link(kernel: &'static dyn Kernel, cards: &[Source<'_>]) -> Result<Pool, Vec<LinkError>> {
        link::pool(kernel, cards, &[])
    }

    /// Links cards whose texts may make what other sets define.
    ///
    /// # Errors
    ///
    /// Everything that is refused, card by card.
    pub fn link_with(
        kernel: &'static dyn Kernel,
        cards: &[Source<'_>],
        imported: &[&Module],
    ) -> Result<Pool, Vec<LinkError>> {
        link::pool(kernel, cards, imported)
    }

    /// The definition with this name.
    pub fn def_named(&self, name: &str) -> Option<DefId> {
        let at = self.defs.iter().position(|d| d.name == name)?;
        u16::try_from(at).ok().map(DefId)
    }

    /// The abilities that listen for this.
    #[inline]
    pub(super) fn listeners(&self, ear: ListenFor) -> &Listeners {
        let [answer, replace] = &self.listeners;
        match ear {
            ListenFor::Answer => answer,
            ListenFor::Replace => replace,
        }
    }

    /// The definition that a line of a deck list means: by its id if it says one, else the first of the name.
    pub fn def_listed(&self, name: &str, id: Option<&str>) -> Option<DefId> {
        let fits = |d: &Def| d.side == 0 && d.name == name;
        let printed = |d: &Def| id.is_some() && d.id.as_deref() == id;
        let mut defs = self.defs.iter();
        let at = defs.position(|d| fits(d) && printed(d));
        let at = at.or_else(|| self.defs.iter().position(fits))?;
        u16::try_from(at).ok().map(DefId)
    }

    /// The side of a card with this number, given any of its sides.
    pub fn side(&self, def: DefId, side: u8) -> Option<DefId> {
        let front = self.def(self.def(def).front);
        match front.sides.get(usize::from(side)) {
            Some((_, def)) => Some(*def),
            None if side == 0 => Some(self.def(def).front),
            None => None,
        }
    }

    /// The name of a card, whichever side is up.
    pub fn front_name(&self, def: DefId) -> &str {
        &self.def(self.def(def).front).name
    }

    /// The word for a side: that of its face, or `front`.
    pub fn side_word(&self, def: DefId) -> &str {
        let side = usize::from(self.def(def).side);
        let front = self.def(self.def(def).front);
        front.sides.get(side).map_or("front", |(word, _)| word.as_str())
    }

    /// The name of a kind of counter.
    pub fn counter_name(&self, kind: u8) -> &str {
        self.counters.get_index(usize::from(kind)).map_or("", String::as_str)
    }

    /// The kind of counter with this name.
    pub fn counter_kind(&self, name: &str) -> Option<u8> {
        self.counters.get_index_of(name).and_then(|at| u8::try_from(at).ok())
    }

    /// The name behind a number.
    pub fn name(&self, name: NameId) -> &str {
        self.names.get_index(name.ix()).map_or("", String::as_str)
    }

    /// The bit of a keyword the game asks for, by its number in the game's table.
    #[inline]
    pub fn known_keyword(&self, n: usize) -> u128 {
        self.known_keywords.get(n).copied().unwrap_or(0)
    }

    /// The bit of a keyword or label; 0 if no card of the pool has it.
    pub fn keyword(&self, name: &str) -> u128 {
        self.keywords.get_index_of(name).map_or(0, u128::bit)
    }
}

macro_rules! nodes {
    ($( $(#[$doc:meta])* $get:ident $field:ident $ix:ty => $node:ty = $empty:expr; )*) => {
        impl Pool {
            $(
                $(#[$doc])*
                #[inline]
                pub fn $get(&self, ix: $ix) -> &$node {
                    // Apart, so that the way of every day is short enough to be inlined.
                    #[cold]
                    fn empty() -> &'static $node {
                        static EMPTY: std::sync::LazyLock<$node> = std::sync::LazyLock::new(|| $empty);
                        &EMPTY
                    }
                    match self.$field.get(ix.0 as usize) {
                        Some(node) => node,
                        None => empty(),
                    }
                }
            )*
        }
    };
}

nodes! {
    /// A number.
    num nums NumIx => Num = Num::Const(0);
    /// A condition.
    cond conds CondIx => Cond = Cond::Const(false);
    /// Objects.
    obj objs ObjIx => Obj = Obj::Join(Vec::new());
    /// A pick.
    pick picks PickIx => Pick = Pick { from: ObjIx(u32::MAX), min: None, max: None, random: false, rule: super::code::PickDemand::Any, may_fail: false, parts: None, unseen: false, told: false };
    /// A place.
    place places PlaceIx => Place = Place::Or(Vec::new());
    /// A pattern.
    pattern patterns PatIx => Pattern = super::code::Pattern {
        kind: super::code::PatKind::Note(0), subject: super::code::PatSubject::Any, object: None, who: None, amount: None, by: None, during: Vec::new(), keys: 0, would: false, together: None, from: None, to: None, about_object: false, free: false, in_all: false,
    };
    /// A change.
    change changes ChangeIx => Change = Change { op: super::code::ChangeOp::NoTags, per: None, each: false, during: None, only: None, next: None, layer: u8::MAX, reads: 0, writes: 0 };
    /// A cost.
    cost costs CostIx => Cost = Cost { demands: Vec::new(), pc: u32::MAX, or: None };
    /// An ability.
    ability abilities AbilityIx => Ability = Ability {
        def: DefId(0), category: crate::ast::Category::Cont, keywords: 0, works: 0, says_where: false, works_face_down: false, gate: None, labelled: false, whiles: Vec::new(), condition: None, limit: None,
        triggers: Vec::new(), state: false, replaces: None, prevents: false, together: None, reads: 0, cost: None, extra: None, gated: false, chosen_cost: None, offered: None, announce: None, payment: None, x: [None; 2], brings: None, offer: false, args: Vec::new(), pc: u32::MAX, slots: 0, statics: Vec::new(), deps: 0, keys: 0, own: false,
        label: String::new(), file: String::new(), src: Src(0, 0, 0), line: 0,
    };
    /// A card definition.
    def defs DefId => Def = Def {
        name: String::new(), id: None, printed: crate::kernel::Chars::default(), icons: Vec::new(), texts: [None, None], abilities: Vec::new(),
        own_keys: 0, watch_keys: 0, static_zones: 0, act_zones: 0, watch_zones: 0, token: false, front: DefId(0), side: 0, sides: Vec::new(), price: Vec::new(), whole: None,
    };
}

impl Pool {
    /// An operation; past the end it is the end.
    #[inline]
    pub fn op(&self, pc: Pc) -> &Op {
        self.ops.get(pc as usize).unwrap_or(&Op::End)
    }
}
