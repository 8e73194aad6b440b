//! The linker: ability IR in, linked code out.
//!
//! It knows the verbs that every game shares and nothing of any game; all other words go through [`Tables`]. It is total: a node becomes code with
//! exactly its meaning, or the card is left out with a [`LinkError`].

mod ability;
mod action;
mod allowed;
mod among;
mod amount;
mod base_verbs;
mod bits;
mod card;
mod change;
mod cond;
mod cost;
mod counted;
mod counter;
mod declare;
mod decline;
mod deps;
mod describe;
mod doer;
mod effect;
mod event;
mod extra;
mod filter;
mod flow;
mod forbids;
mod foreign;
mod grant;
mod heard;
mod keyword;
mod letter;
mod made;
mod make;
mod meanwhile;
mod modal;
mod moved;
mod native;
mod noun_place;
mod nullify;
mod number;
mod object;
mod occur;
mod one;
mod own_play;
mod past;
mod pattern;
mod pile_end;
mod place;
mod played;
mod player_value;
mod playing;
mod price;
mod receiver;
mod refusal;
mod search;
mod show;
mod slots;
mod spelled;
mod stmt;
mod target;
mod thing;
mod time;
mod unmade;
mod usual;
mod verb;
mod verb_event;

use super::code::{
    Ability, Change, ChangeIx, Cond, CondIx, Cost, CostIx, Def, Num, NumIx, Obj, ObjIx, Op, PatIx, Pattern, Pc, Pick,
    PickIx, Place, PlaceIx, SlotIx,
};
pub use refusal::{Limit, Refusal};

use super::limits;
use super::listeners::{ListenFor, Listeners};
use super::pool::{LinkError, Listening, Pool, Source, Written};
use super::seam::Kernel;
use super::tables::Tables;
use crate::ir::{self, Card, Code, ExprId, Module, SlotId, Src, StmtId};
use crate::kernel::{AbilityIx, Bits, DefId, NameId, TagId};
use crate::vocab::Vocab;
use indexmap::{IndexMap, IndexSet};
use refusal::Fail;
use std::collections::BTreeMap;

/// A linked node, or why not.
type Linked<T> = Result<T, Fail>;

/// Links cards into a pool.
pub(super) fn pool(
    kernel: &'static dyn Kernel,
    cards: &[Source<'_>],
    imported: &[&Module],
) -> Result<Pool, Vec<LinkError>> {
    let faults = kernel.tables().faults();
    if !faults.is_empty() {
        return Err(faults.iter().map(|fault| too_large(fault)).collect());
    }
    let (parts, errors) = link_all(kernel.tables(), kernel.vocab(), kernel.inherent(), cards, imported);
    if errors.is_empty() {
        Ok(parts.into_pool(kernel))
    } else {
        Err(errors)
    }
}

/// A game or a pool that is too large, whatever its cards say.
fn too_large(message: &str) -> LinkError {
    LinkError {
        card: String::new(),
        message: message.to_owned(),
        refusal: Refusal::Limit(Limit::Size),
        file: String::new(),
        src: Src(0, 0, 0),
    }
}

/// Links everything twice: the first pass only finds out which names, tags and keywords there are, because a demand on a part of a name
/// stands for all names of the pool.
fn link_all(
    tables: &'static Tables,
    vocab: &'static Vocab,
    inherent: Option<&Module>,
    cards: &[Source<'_>],
    imported: &[&Module],
) -> (Parts, Vec<LinkError>) {
    let mut first = Linker::new(tables, vocab);
    first.run(inherent, cards, imported);
    let mut second = Linker::new(tables, vocab);
    second.broken = first.broken;
    second.parts.names = first.parts.names;
    second.parts.tags = first.parts.tags;
    second.parts.keywords = first.parts.keywords;
    second.parts.counters = first.parts.counters;
    let tokens = first.parts.defs.iter().enumerate().filter(|(_, def)| def.token);
    let names = &second.parts.names;
    let called = |def: &Def| {
        let name = def
            .printed
            .names
            .first()
            .filter(|_| def.printed.name_count > 0)
            .and_then(|n| names.get_index(n.ix()));
        name.map_or_else(|| def.name.clone(), Clone::clone)
    };
    second.tokens = Some(
        tokens
            .map(|(at, def)| Token {
                name: def.name.clone(),
                called: called(def),
                def: DefId(u16::try_from(at).unwrap_or(u16::MAX)),
            })
            .collect(),
    );
    second.run(inherent, cards, imported);
    (second.parts, second.errors)
}

/// Everything of a [`Pool`] but the game.
#[derive(Debug, Default)]
struct Parts {
    defs: Vec<Def>,
    abilities: Vec<Ability>,
    ops: Vec<Op>,
    op_src: Vec<Src>,
    cond_src: Vec<Written>,
    change_src: Vec<Written>,
    obj_src: Vec<Written>,
    pattern_src: Vec<Written>,
    nums: Vec<Num>,
    conds: Vec<Cond>,
    objs: Vec<Obj>,
    picks: Vec<Pick>,
    places: Vec<Place>,
    patterns: Vec<Pattern>,
    changes: Vec<Change>,
    costs: Vec<Cost>,
    names: IndexSet<String>,
    tags: IndexSet<String>,
    attr_tags: Vec<crate::kernel::Tags>,
    keywords: IndexSet<String>,
    counters: IndexSet<String>,
    listening: Vec<Listening>,
    replace_keys: u128,
    past_keys: u128,
    asks_whole_game: bool,
    keeps_last: bool,
    asked_states: u64,
    asks_was: bool,
    static_zones: u32,
    state_zones: u32,
    all_keys: u128,
    inherent: IndexMap<String, Vec<AbilityIx>>,
    counter_gifts: Vec<Vec<super::code::ChangeIx>>,
}

impl Parts {
    fn into_pool(self, kernel: &'static dyn Kernel) -> Pool {
        let Parts {
            defs,
            abilities,
            ops,
            op_src,
            cond_src,
            change_src,
            obj_src,
            pattern_src,
            nums,
            conds,
            objs,
            picks,
            places,
            patterns,
            changes,
            costs,
            names,
            tags,
            attr_tags,
            keywords,
            counters,
            listening,
            replace_keys,
            past_keys,
            asks_whole_game,
            keeps_last,
            asked_states,
            asks_was,
            static_zones,
            state_zones,
            all_keys,
            inherent,
            counter_gifts,
        } = self;
        let noun_states = kernel.tables().noun_states.iter();
        let asked_states = noun_states.fold(asked_states, |all, (_, state)| all | u64::bit(*state));
        let act_zones = defs.iter().fold(0, |zones, def| zones | def.act_zones);
        let known_keywords = kernel
            .tables()
            .known_keywords
            .iter()
            .map(|word| keywords.get_index_of(*word).map_or(0, u128::bit))
            .collect();
        let bits = |words: &[&str]| {
            let known = words.iter().filter_map(|word| keywords.get_index_of(*word));
            known.fold(0u128, |all, at| all | u128::bit(at))
        };
        let unique = bits(kernel.tables().unique);
        let kept_keywords = bits(kernel.tables().kept_keywords);
        let note = kernel.tables().note;
        let bit = |note: crate::kernel::Note| match note {
            crate::kernel::Note::NONE => 0,
            note => note.bit(),
        };
        let watches_numbers = all_keys & super::keys::notes(bit(note.increase) | bit(note.decrease)) != 0;
        let halves = defs.iter().any(|d| d.whole.is_some());
        let copied = |change: &Change| matches!(change.op, super::code::ChangeOp::CopyOf(_));
        let copies = kernel.tables().nowhere.is_some() || changes.iter().any(copied);
        let listeners = [ListenFor::Answer, ListenFor::Replace].map(|ear| Listeners::new(ear, &defs, &abilities));
        let cost_of_pick = super::pay::costs_of_picks(&costs, picks.len());
        Pool {
            kept_keywords,
            unique,
            kernel,
            layout: kernel.layout(),
            defs,
            abilities,
            ops,
            op_src,
            cond_src,
            change_src,
            obj_src,
            pattern_src,
            nums,
            conds,
            objs,
            picks,
            places,
            patterns,
            changes,
            costs,
            names,
            tags,
            attr_tags,
            keywords,
            counters,
            known_keywords,
            listening,
            all_keys,
            replace_keys,
            watches_numbers,
            halves,
            copies,
            past_keys,
            asks_whole_game,
            keeps_last,
            asked_states,
            asks_was,
            static_zones,
            act_zones,
            inherent,
            counter_gifts,
            state_zones,
            host: None,
            tables: kernel.tables(),
            listeners,
            cost_of_pick,
        }
    }
}

/// A token of the pool.
struct Token {
    /// The name of its definition.
    name: String,
    /// The name it has, if a text gave it one.
    called: String,
    def: DefId,
}

/// The linker of one pool.
struct Linker {
    tables: &'static Tables,
    vocab: &'static Vocab,
    parts: Parts,
    errors: Vec<LinkError>,
    /// The tokens of the pool, once the first pass has found them.
    tokens: Option<Vec<Token>>,
    /// The tokens that texts make, and the names that these give to them: they belong to the pool though nobody brings them.
    wanted: IndexSet<(String, Option<String>)>,
    /// Tokens that were refused themselves, in small letters: who makes one has nothing to mend.
    broken: IndexSet<String>,
    /// Keywords whose sentence is read as the keyword.
    spelled: Vec<spelled::Spelled>,
}

impl Linker {
    fn new(tables: &'static Tables, vocab: &'static Vocab) -> Linker {
        Linker {
            tables,
            vocab,
            parts: Parts {
                counters: tables.counters.iter().map(|name| (*name).to_owned()).collect(),
                attr_tags: vec![crate::kernel::Tags::default(); tables.tag_attrs.len()],
                ..Parts::default()
            },
            errors: Vec::new(),
            tokens: None,
            wanted: IndexSet::new(),
            broken: IndexSet::new(),
            spelled: Vec::new(),
        }
    }

    /// Links the abilities that types bring, then the cards.
    fn run(&mut self, inherent: Option<&Module>, cards: &[Source<'_>], imported: &[&Module]) {
        for (_, card) in cards {
            self.parts.names.insert(card.name.clone());
        }
        for counter in cards.iter().flat_map(|(module, _)| &module.counters) {
            self.parts.counters.insert(counter.name.clone());
        }
        let mut by_type: Vec<(u32, Vec<AbilityIx>)> = Vec::new();
        if let Some(module) = inherent {
            for card in module.cards.iter().filter(|c| !c.token) {
                match self.inherent_card(module, card) {
                    Some((0, _)) => self.note_spelled(card),
                    Some(found) => by_type.push(found),
                    None => {}
                }
            }
        }
        let mut known: IndexSet<&str> = IndexSet::new();
        for (module, _) in cards {
            for counter in module.counters.iter().filter(|c| known.insert(c.name.as_str())) {
                self.counter(module, counter);
            }
        }
        let mut seen: IndexSet<(&str, Option<&str>)> = IndexSet::new();
        for (module, card) in cards {
            if seen.insert((card.name.as_str(), card.id.as_deref())) {
                self.card(module, card, &by_type);
            }
        }
        // What texts make comes along: from the sets of the cards first, then from those that they import, then what the rules define themselves.
        let own = cards.iter().map(|(m, _)| *m);
        let modules: Vec<&Module> = own.chain(imported.iter().copied()).chain(inherent).collect();
        let made = self.tables.made.iter();
        self.wanted.extend(made.map(|name| ((*name).to_owned(), None)));
        let mut at = 0;
        while let Some((name, called)) = self.wanted.get_index(at).cloned() {
            at += 1;
            let made = modules.iter().flat_map(|m| m.cards.iter().map(move |c| (*m, c)));
            let mut made = made.filter(|(_, c)| c.token && c.name.eq_ignore_ascii_case(&name));
            if let Some((module, card)) = made.next()
                && (called.is_some() || seen.insert((card.name.as_str(), card.id.as_deref())))
            {
                self.parts.names.insert(card.name.clone());
                let from = self.parts.defs.len();
                self.card(module, card, &by_type);
                if let Some(called) = called {
                    let (name, _) = self.parts.names.insert_full(called);
                    for def in self.parts.defs.iter_mut().skip(from) {
                        def.printed.name_count = 0;
                        def.printed.add_name(NameId(u16::try_from(name).unwrap_or(u16::MAX)));
                    }
                }
            }
        }
        let parts = &self.parts;
        for (what, n, most) in [
            ("names", parts.names.len(), limits::NAMES),
            ("cards and sides of cards", parts.defs.len(), limits::NAMES),
            ("different tags", parts.tags.len(), limits::TAGS),
            ("kinds of counters", parts.counters.len(), limits::COUNTERS),
            ("different keywords and labels", parts.keywords.len(), limits::KEYWORDS),
        ] {
            if n > most {
                let message = format!("a pool has at most {most} {what}, and there are {n}");
                self.errors.push(too_large(&message));
            }
        }
    }

    /// Tells why a card is refused.
    fn error(&mut self, module: &Module, card: &Card, fail: Fail) {
        let Fail {
            refusal, message, src, ..
        } = fail;
        let src = src.unwrap_or(card.src);
        let file = module.files.get(src.0 as usize).or_else(|| module.files.first());
        self.errors.push(LinkError {
            card: card.name.clone(),
            message,
            refusal,
            file: file.cloned().unwrap_or_default(),
            src,
        });
    }
}

/// What a variable stands for.
#[derive(Debug, Clone)]
enum Var {
    /// The number in a slot.
    Slot(SlotIx),
    /// The number of cards that a part of the cost in hand has taken, in a slot.
    Counted(SlotIx),
    /// A number worked out each time: in continuous abilities, where nothing runs.
    Expr(ExprId),
    /// A number of the effect that is worked out while announcing if a target needs it.
    Later(ExprId),
    /// The number that was chosen for the card.
    OfCard,
}

/// Which part of its event a sentence's subject is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Principal {
    Subject,
    Object,
}

/// What an ability being linked knows.
#[derive(Debug, Clone, Default)]
struct Scope {
    vars: Vec<(String, Var)>,
    /// Numbers of the effect that were fixed while announcing, and where.
    fixed: Vec<(ExprId, SlotIx)>,
    /// Where the result of a statement is, for "if you do".
    done: BTreeMap<StmtId, SlotIx>,
    /// The result of the statement before.
    last_done: Option<SlotIx>,
    /// The number that a verb of the game gave last.
    result: Option<SlotIx>,
    /// The event that the ability answers to is a verb that gives a number: its amount is the result.
    rolled: bool,
    /// Where it is kept how many of the cards of a slot were turned or moved by the statement that keeps them there: (cards, number).
    changed: Vec<(SlotIx, SlotIx)>,
    /// Inside what a verb that the language defines stands for.
    in_verb: bool,
    /// The stretch of time at whose end the ability answers.
    ends: Option<ir::Name>,
    /// What was chosen before in this effect: `other` cards are none of these.
    chosen: Vec<SlotIx>,
    /// Slots that were chosen among another slot: (among, chosen).
    among: Vec<(SlotIx, SlotIx)>,
    /// Of those among another slot, the ones that have been moved since.
    gone: Vec<(SlotIx, SlotIx)>,
    /// Slots that were shown among another slot: they are taken from it when they move.
    shown: Vec<(SlotIx, SlotIx)>,
    /// The description in hand is that of cards which are chosen or taken: what is gone is none of them.
    taking: bool,
    /// Slots that keep one set for each player: (slot, first of the pair).
    pairs: Vec<(SlotIx, SlotIx)>,
    /// What the last search has found.
    found: Option<SlotIx>,
    /// A later statement around the one in hand shuffles.
    shuffles_later: bool,
    /// What kind of value was declared in a slot.
    declared: Vec<(SlotIx, String)>,
    /// Who acts; none is the ability's player.
    actor: Option<super::code::Who>,
    /// Inside `each player`.
    each_player: bool,
    /// The number of the verb in hand that is multiplied.
    multiplied: Option<action::Multiplied>,
    /// No run: numbers are worked out each time.
    continuous: bool,
    /// Conditions about the card itself for which effects of the ability last.
    whiles: Vec<CondIx>,
    /// A cost is being linked.
    cost: bool,
    /// Inside an ability that waits: where the parts of the event of the ability around it are kept.
    outer: Vec<(crate::ir::EventPart, SlotIx)>,
    /// Where the parts of the event stand that the text speaks of.
    parts: Option<event::Parts>,
    /// What is forbidden is forbidden to a player.
    forbids_player: bool,
    /// What the ability replaces is damage.
    replaces_damage: bool,
    /// Where everything is kept that the event is about, if it is several things at once.
    together: Option<SlotIx>,
    /// The ability in hand is about the construction of decks.
    building: bool,
    /// The statement in hand can wait for the next card of a kind.
    next_ok: bool,
    /// The description in hand is that of a target.
    announcing: bool,
    /// The description in hand is that of cards to which something is done.
    acting: bool,
    /// Targets that are chosen while announcing: where they are kept, and how they were chosen.
    targets: Vec<(SlotIx, PickIx)>,
    /// The ability in hand is given by an effect.
    granted: bool,
    /// Slots of what a verb of the game chooses while announcing.
    early: Vec<SlotIx>,
    /// Slots of what only the effect makes, and whether what is in hand is asked before.
    unmade: Vec<SlotIx>,
    asks_early: bool,
    /// The zones where the ability in hand works.
    works: u32,
    /// Conditions of the effect in hand that are asked when it begins, and where the answers are kept.
    frozen: Vec<(SlotIx, CondIx)>,
    /// The effect in hand can ask such conditions early.
    freezes: bool,
    /// Where it is kept whether the additional cost was chosen that a condition stands for.
    chosen_cost: Option<SlotIx>,
    /// The keywords that such conditions and costs are known by: a card with the ability is a card with them.
    additional_costs: u128,
    /// The letter that the part of a cost in hand counts its cards by.
    counted: Option<String>,
    /// What each player chooses while announcing: the slot, and the first of those that keep it by player.
    apart: Vec<(SlotIx, SlotIx)>,
    /// A choice behind an offer: without anything to choose only that part is left out.
    offered: bool,
    /// Amounts divided while announcing: the slot of the targets, the first of the slots with the parts.
    divided: Vec<(SlotIx, SlotIx)>,
    /// Options chosen while announcing: the statement, and where the chosen ones are kept.
    modes: Vec<(StmtId, SlotIx)>,
    next: SlotIx,
}

/// The linker at work on one card.
struct CardLinker<'l, 'm> {
    l: &'l mut Linker,
    module: &'m Module,
    card: &'m Card,
    code: &'m Code,
    def: DefId,
    /// The statement or ability in hand, for errors.
    src: Src,
    scope: Scope,
    /// The operations of the ability in hand; jumps are relative to its start.
    ops: Vec<(Op, Src)>,
    /// Which parts of its event the ability in hand speaks of: see [`reads`](super::code::reads).
    reads: u8,
    /// The event in hand is one for at least so many things that happen together.
    gathers: Option<NumIx>,
    shown: bool,
    /// The event in hand is counted, so often if that is said.
    counts: Option<Option<(super::code::Cmp, NumIx)>>,
    /// Places among these operations from which a statement is left out because another one took its place.
    replaced: Vec<usize>,
    /// The operations of the abilities of the card that are linked.
    programs: flow::Programs,
    /// The costs of the ability in hand, whose places move with the operations.
    costs: Vec<CostIx>,
    face_variables: u8,
    /// The author's word that brought what is in hand, for errors in the text of a keyword.
    word: Option<Src>,
    /// Everything of the card that was refused so far.
    refused: Vec<Fail>,
    /// Something of the ability in hand was refused: what refers back to it is no news.
    refused_here: bool,
}

impl<'l, 'm> CardLinker<'l, 'm> {
    /// At the beginning of a card, with the code that its lines refer to.
    fn new(l: &'l mut Linker, module: &'m Module, (card, code): (&'m Card, &'m Code), def: DefId) -> Self {
        CardLinker {
            l,
            module,
            card,
            code,
            def,
            src: card.src,
            scope: Scope::default(),
            ops: Vec::new(),
            replaced: Vec::new(),
            programs: flow::Programs::default(),
            gathers: None,
            counts: None,
            shown: false,
            reads: 0,
            costs: Vec::new(),
            face_variables: 0,
            word: None,
            refused: Vec::new(),
            refused_here: false,
        }
    }
}

/// Most refusals that are told of one card.
const MOST_REFUSALS: usize = 32;

macro_rules! adders {
    ($( $add:ident $field:ident $node:ty => $ix:ident; )*) => {
        impl CardLinker<'_, '_> {
            $(
                fn $add(&mut self, node: $node) -> $ix {
                    let ix = $ix(u32::try_from(self.l.parts.$field.len()).unwrap_or(u32::MAX));
                    self.l.parts.$field.push(node);
                    ix
                }
            )*
        }
    };
}

adders! {
    add_num nums Num => NumIx;
    add_pick picks Pick => PickIx;
    add_place places Place => PlaceIx;
    add_cost costs Cost => CostIx;
}

/// The same for nodes of which it is remembered where they were written: in the statement in hand, until more is known.
macro_rules! written {
    ($( $add:ident $field:ident $src:ident $node:ty => $ix:ident; )*) => {
        impl CardLinker<'_, '_> {
            $(
                fn $add(&mut self, node: $node) -> $ix {
                    let ix = $ix(u32::try_from(self.l.parts.$field.len()).unwrap_or(u32::MAX));
                    self.l.parts.$field.push(node);
                    self.l.parts.$src.push(Written { def: self.def, src: self.src });
                    ix
                }
            )*
        }
    };
}

written! {
    add_cond conds cond_src Cond => CondIx;
    add_obj objs obj_src Obj => ObjIx;
    add_pattern patterns pattern_src Pattern => PatIx;
    add_change changes change_src Change => ChangeIx;
}

impl<'m> CardLinker<'_, 'm> {
    /// The phrase that a node comes from, if the author of the card wrote it.
    fn phrase(&self, id: impl ir::NodeId) -> Option<Src> {
        self.code.phrase(id).filter(|src| src.0 == self.card.src.0)
    }

    /// Keeps a refusal and lets linking go on, so that all of them are told at once.
    fn refuse(&mut self, fail: Fail) {
        if fail.follows && self.refused_here {
            return;
        }
        self.refused_here = true;
        let own = |src: &Src| src.0 == self.card.src.0;
        let fail = fail.at(Some(self.src).filter(own).or(self.word));
        if self.refused.len() < MOST_REFUSALS && !self.refused.contains(&fail) {
            self.refused.push(fail);
        }
    }

    fn tables(&self) -> &'static Tables {
        self.l.tables
    }

    fn emit(&mut self, op: Op) -> usize {
        let at = self.ops.len();
        self.ops.push((op, self.src));
        at
    }

    /// Where the next operation will be.
    fn here(&self) -> Pc {
        u32::try_from(self.ops.len()).unwrap_or(u32::MAX)
    }

    /// Replaces an operation whose target was not known yet.
    fn patch(&mut self, at: usize, op: Op) {
        if let Some(slot) = self.ops.get_mut(at) {
            slot.0 = op;
        }
    }

    fn fresh(&mut self) -> SlotIx {
        let slot = self.scope.next;
        self.scope.next = self.scope.next.saturating_add(1);
        slot
    }

    fn slot(slot: SlotId) -> SlotIx {
        slot.0
    }

    fn constant(&mut self, n: i32) -> NumIx {
        self.add_num(Num::Const(n))
    }

    fn name_id(&mut self, name: &str) -> NameId {
        let (at, _) = self.l.parts.names.insert_full(name.to_owned());
        NameId(u16::try_from(at).unwrap_or(u16::MAX))
    }

    fn tag_id(&mut self, tag: &str) -> TagId {
        let (at, _) = self.l.parts.tags.insert_full(tag.to_owned());
        TagId(u16::try_from(at).unwrap_or(u16::MAX))
    }

    fn code(&self) -> &'m Code {
        self.code
    }

    fn attr_ix(&self, name: &str) -> Option<crate::kernel::AttrId> {
        position(self.tables().attrs, name).map(crate::kernel::AttrId)
    }
}

/// The place of a word in a table.
fn position(table: &[&str], word: &str) -> Option<u8> {
    table
        .iter()
        .position(|w| *w == word)
        .and_then(|at| u8::try_from(at).ok())
}
