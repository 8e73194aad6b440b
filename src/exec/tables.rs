//! What a game tells the engine: its tables.

use super::code::Boundary;
use crate::kernel::{Note, ZoneId, ZoneSpec};

/// How a word for a verb becomes something the engine does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerbKind {
    /// Turns cards to this orientation.
    Turn(u8),
    /// Puts cards of a pile face up into this zone, one at a time.
    Flip(ZoneId),
    /// Puts cards into this zone of their owners, with this word; where they are looked for if the text does not say.
    Send(ZoneId, Note, SendFrom),
    /// Turns cards of this zone of the player, from where they are, face down (true) or face up, with this word.
    Face(ZoneId, bool, Note),
    /// Turns cards face up or face down, as the text says, with these words: up, down.
    Over(Note, Note),
    /// Deals damage.
    Deal,
    /// A number of cards is lowered for good, as damage with this word does that is no damage.
    Reduce(Note),
    /// Prevents damage that would be dealt.
    Prevent,
    /// A player's life grows (true) or shrinks.
    Life(bool),
    /// Adds icons to the player's purse.
    Produce,
    /// A native verb with this number; the engine evaluates its roles.
    Native(u8),
    /// A native verb whose object only says how often.
    Counted(u8),
    /// What the labels of cards ask for counts as met.
    Release,
    /// Continuous effects do nothing any more; of cards of this noun, what this note tells of does not happen.
    Nullify(&'static str, Note),
    /// Only an event: it has no behaviour as a command.
    Event,
}

/// Where a verb takes its cards if the text does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendFrom {
    /// Where such cards are.
    Anywhere,
    /// From the hand of its player.
    Hand,
    /// From what its player controls.
    Controlled,
    /// From this zone of its player.
    Zone(ZoneId),
    /// Where such cards are, on the board only.
    Board,
}

/// How a word for a verb is seen when it happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventWord {
    /// Notes of these kinds (bits), about the actor (`attack`): the subject of the sentence is the event's subject.
    Note(u64),
    /// Notes of these kinds (bits); in the passive the sentence's subject is the event's object (`is attacked`).
    Passive(u64),
    /// Notes of these kinds (bits) about an ability (`abilities trigger`): which one, whose, and of which cards is said of the subject.
    OfAbility(u64),
    /// A card turns to this orientation.
    Turn(u8),
    /// A card is turned face up or face down, as the text says.
    Face,
    /// Notes of a player (`you refresh`); an object, if there is one, is the event's subject.
    OfPlayer(u64),
    /// An amount to a player from a card (`damage is dealt to you`, `this deals damage`): the card is the subject, the player `who`.
    Amount {
        /// Notes of these kinds (bits) when it has happened.
        did: u64,
        /// Notes of these kinds when it is about to happen: what replacements and prohibitions see.
        would: u64,
        /// Notes of these kinds when it could have happened and did not; 0 if nothing tells.
        not: u64,
        /// A player who does it is the one the amount goes to (`you cancel damage`), not the one it comes from.
        suffered: bool,
    },
    /// A card moves with this word: `is destroyed`, `you discard a card`.
    Moved(Note),
    /// A card comes into a place.
    Enter,
    /// A card goes from a place.
    Leave,
    /// Damage of these kinds (bits) from a card to a card or player.
    Damage(u64),
    /// The same said of whom it is done to (`takes damage`).
    Taken(u64),
    /// The number that damage lowers is reduced (`its defense is reduced`), told by these notes (bits).
    Reduced(u64),
    /// Life of a player grows or shrinks, told by these notes (bits).
    Life(u64),
    /// A time starts or ends (`your turn begins`): the time is the subject.
    Boundary(Boundary),
}

/// What becomes of a keyword that the game does itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NativeKind {
    /// Only the word; it takes nothing.
    Word,
    /// An ability in these zones that the game asks for: its arguments, its cost, its effect.
    Kept(&'static [ZoneId]),
    /// An ability that its player can use from these zones, paying something more.
    Act(&'static [ZoneId], Extra),
    /// An ability that answers when a card with the type that its icon stands for comes into the zone under its player's control; the number is the
    /// type of the first icon.
    Enters(ZoneId, u8),
    /// A card that its player may show in these zones when its event happens; without an event, kept for the game.
    Offer(&'static [ZoneId]),
}

/// What an ability costs besides its cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extra {
    /// Nothing.
    None,
    /// Its card goes to this zone, with this word.
    Send(ZoneId, Note),
    /// Its card is shown.
    Reveal,
}

/// A row of the table of verbs.
#[derive(Debug, Clone, Copy)]
pub struct VerbRow {
    /// The word.
    pub word: &'static str,
    /// As a command.
    pub command: VerbKind,
    /// As an event; none if it is an ordinary move or nothing can notice it.
    pub event: Option<EventWord>,
}

/// A row of the table of times.
#[derive(Debug, Clone, Copy)]
pub struct TimeRow {
    /// The word.
    pub word: &'static str,
    /// The phase it is a step of, or itself.
    pub phase: u8,
    /// The log does not tell that it begins: another line does.
    pub quiet: bool,
}

/// A row of the table of permissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AllowRow {
    /// The verb.
    pub verb: &'static str,
    /// What it is done without, or an empty word.
    pub without: &'static str,
    /// The zones it is done from: any of them; empty if the permission names none.
    pub from: &'static [ZoneId],
    /// The part of a zone it is done from, or an empty word.
    pub part: &'static str,
}

/// What a game is, as tables.
#[derive(Debug)]
pub struct Tables {
    /// Zones, in the order of their numbers.
    pub zones: &'static [ZoneSpec],
    /// Words for parts of zones: the word, the zone, which positions (bits).
    pub parts: &'static [(&'static str, ZoneId, u16)],
    /// Adjectives for positions: the word, the zone's positions it leaves (bits).
    pub sides: &'static [(&'static str, u16)],
    /// The adjective for positions without a card.
    pub empty: &'static str,
    /// Relations between positions (`front`, `behind`), by number.
    pub relations: &'static [&'static str],
    /// Words for what lies on the position in a relation: a place can be said to have it.
    pub faced: &'static [(&'static str, u8)],
    /// Numeric attributes of cards, in the order of their numbers.
    pub attrs: &'static [&'static str],
    /// Attributes that are what another one is before anything changes it (`original-power`): giving the first a value moves the second along.
    pub bases: &'static [(crate::kernel::AttrId, crate::kernel::AttrId)],
    /// Attributes whose values are words; the bits of all values stand in `words`.
    pub word_attrs: &'static [&'static str],
    /// Words of such attributes: attribute, word; the place in this table is the bit.
    pub words: &'static [(&'static str, &'static str)],
    /// The attribute whose words are icons in a list.
    pub icon_attr: &'static str,
    /// The noun for one of these icons.
    pub icon_noun: &'static str,
    /// Text attributes.
    pub text_attrs: &'static [&'static str],
    /// Attributes whose values are tags, if the game tells them apart.
    pub tag_attrs: &'static [&'static str],
    /// Tags that stand for another tag on cards that have no tag of the other's attribute: the last of `tag_attrs`. That attribute
    /// has no other tags than these.
    pub implied_tags: &'static [(&'static str, &'static str)],
    /// Card types, in the order of their bits.
    pub types: &'static [&'static str],
    /// Types that are a kind of another type: a card printed with the first has the second too.
    pub kinds_of: &'static [(&'static str, &'static str)],
    /// Orientations by their state words, in the order of their numbers; the first is the default.
    pub orients: &'static [&'static str],
    /// What the back of a card with one of these types shows of it: a face-down card has this information.
    pub back: Option<&'static crate::kernel::Chars>,
    /// States only the game knows, by number; also places such as `battle`.
    pub states: &'static [&'static str],
    /// Relations between cards (`battle-opponent`), by number.
    pub rels: &'static [&'static str],
    /// Verbs whose participle tells how a card lies now and not what was done to it (`attached to`), with the relation to what it lies on.
    pub standing: &'static [(&'static str, u8)],
    /// What each of these relations depends on: see [`bits`](super::code::bits).
    pub rel_deps: &'static [u64],
    /// Cards the game knows (`attacker`), by number.
    pub knowns: &'static [&'static str],
    /// Numbers of players, by number: those the state keeps and those the game computes.
    pub player_attrs: &'static [&'static str],
    /// What each of these numbers depends on.
    pub player_deps: &'static [u64],
    /// Times, by number.
    pub times: &'static [TimeRow],
    /// Verbs.
    pub verbs: &'static [VerbRow],
    /// Words for notes in the log, by number.
    pub notes: &'static [&'static str],
    /// Words for the actions of players, by number.
    pub acts: &'static [&'static str],
    /// Which of these actions belong to which window, by the number of the window: there a player may mean them even if they are not legal now.
    /// A window without any is part of something that is going on, a payment, and no place to stop at.
    pub windows: &'static [&'static [&'static str]],
    /// What the game's own questions ask, by number.
    pub prompts: &'static [&'static str],
    /// Words for the options of these questions: the number of the question, the words of its options.
    pub options: &'static [(u8, &'static [&'static str])],
    /// Rule numbers, by number, for causes.
    pub rules: &'static [&'static str],
    /// Permissions (`can`).
    pub allows: &'static [AllowRow],
    /// Duties (`must`): verb.
    pub musts: &'static [&'static str],
    /// Certainties: what a native verb does, and what cannot be done about it then (`that damage cannot be canceled`), by number.
    pub certainties: &'static [(&'static str, &'static str)],
    /// The word for how large an amount is (`damage with amount 1 or less`).
    pub amount_attr: &'static str,
    /// The noun for a turn taken after this one, or an empty word.
    pub extra_turn: &'static str,
    /// The number of players that damage lowers.
    pub life: u8,
    /// Icons that pay costs, by number; numbers in a price are any icons.
    pub icons: &'static [&'static str],
    /// The question which icon is produced, by its number in `prompts`.
    pub produce_prompt: Option<u8>,
    /// The words that icons stand for where a card is asked for them (bits of `words`), by the icon's number.
    pub icon_words: &'static [u64],
    /// The icons whose number a player chooses: X, Y.
    pub variables: &'static [&'static str],
    /// The attribute whose icons are the price of a card, and the number that counts them.
    pub price: Option<(&'static str, crate::kernel::AttrId)>,
    /// Kinds of counters the rules know, by number; those of sets come behind.
    pub counters: &'static [&'static str],
    /// Of cards that come to a place together, the turn player says which one's continuous abilities apply first.
    pub orders_ages: bool,
    /// The rules count the numbers of counters that are named after a pair of numbers themselves.
    pub counts_pairs: bool,
    /// Nouns that mean abilities with one of some keywords.
    pub keyword_nouns: &'static [(&'static str, &'static [&'static str])],
    /// The zone of cards that take no part in the game, and the zone that is meant too where cards are looked for there.
    pub outside: Option<(ZoneId, ZoneId)>,
    /// Words of an attribute that stand for having none: nobody declares them (bits of `words`).
    pub none_words: u64,
    /// The word of the second half of cards with two halves on one side, and the types of cards that can have one.
    pub halves: Option<(&'static str, u32)>,
    /// Words of moves that a player can do only to cards under the own control (bits of notes).
    pub own_moves: u64,
    /// Words of moves that only what waits to resolve makes: to be canceled.
    pub stack_moves: &'static [Note],
    /// A word of moves that count as done though the zone of which all cards are to move is empty, and the note that tells of moving a whole zone
    /// with it.
    pub whole_zone_moves: Option<(Note, Note)>,
    /// Tokens that the rules make themselves: they belong to every pool.
    pub made: &'static [&'static str],
    /// Tokens for which no tag is written have their name as a tag.
    pub named_tokens: bool,
    /// Verbs of every game that are native ones where they are about cards of this noun: the verb, the noun, the number of the native verb.
    pub noun_verbs: &'static [(&'static str, &'static str, u8)],
    /// What a card becomes, and the notes (bits) that tell of it.
    pub becoming: &'static [(&'static str, u64)],
    /// Verbs of the game that can be paid only under a condition of the game: `payable_by` says when.
    pub paying: &'static [u8],
    /// Notes (bits) about a card that a check of the rules shows: it hears of them wherever it lies then.
    pub shown_notes: u64,
    /// Playing an ability that waits is using it: who cannot use it does not play it.
    pub uses_waiting: bool,
    /// Times of which the rules do not say whose they are.
    pub nobodys_times: &'static [&'static str],
    /// Times that come several times in a turn: `next` is told by turns.
    pub repeated_times: &'static [&'static str],
    /// Times that begin before it is settled who attacks.
    pub times_before_attack: &'static [&'static str],
    /// States of players, and the number of a player that is 1 if it is so.
    pub player_states: &'static [(&'static str, u8)],
    /// Nouns that mean cards in a state, with the number of that state.
    pub noun_states: &'static [(&'static str, u8)],
    /// Of several players who choose at the same time, the second one knows what the turn player chose, also among hidden cards.
    pub choices_told: bool,
    /// Words of the vocabulary that belong to none of the rules that are played: what speaks of them cannot be played.
    pub foreign: &'static [&'static str],
    /// The parts of a deck, by their words; the first is the main deck.
    pub deck_parts: &'static [&'static str],
    /// Zones that both players share: what is put there in another way than it would have come there stays with the same player.
    pub shared: &'static [ZoneId],
    /// Where what was announced waits to resolve, if the game has such a zone.
    pub stack_zone: Option<ZoneId>,
    /// The text of a card that is played and resolves is an ability too.
    pub texts_are_abilities: bool,
    /// The zone of what does not exist now: tokens to come, what stands for abilities.
    pub nowhere: Option<ZoneId>,
    /// The layers of changes.
    pub layers: Layers,
    /// Keywords the game does itself.
    pub native_keywords: &'static [(&'static str, NativeKind)],
    /// The zones drawn from and into, and where played cards lie: deck, hand, resolution.
    pub deck: ZoneId,
    /// The hand.
    pub hand: ZoneId,
    /// Where played and flipped cards lie.
    pub resolution: ZoneId,
    /// The zone whose cells lie under the positions of another: (under, of), if the game has one.
    pub under: Option<(ZoneId, ZoneId)>,
    /// Whether the game corrects computed information itself ([`Kernel::finish_chars`](super::seam::Kernel::finish_chars)).
    pub finishes: bool,
    /// What computed information depends on by the rules of the game: see [`bits`](super::code::bits).
    pub finish_deps: u64,
    /// Whether the game changes what is printed on cards before anything is applied to it ([`Kernel::rebase`](super::seam::Kernel::rebase)).
    pub rebases: bool,
    /// Notes (bits) that the abilities of the card they are done to hear as that card was before.
    pub looks_back: u64,
    /// Keywords that nothing takes away.
    pub kept_keywords: &'static [&'static str],
    /// The verb for paying with one kind of icons where another is asked for, if there is one.
    pub substitute: &'static str,
    /// Nouns for phases that can be put into a turn, and which phases they are.
    pub extra_phases: &'static [(&'static str, crate::kernel::TimeId)],
    /// The rule by which damage destroys a card, if there is one.
    pub lethal: Option<u16>,
    /// Verbs whose outcome lasts until the end of that time whether a text says so or not.
    pub lasting_verbs: &'static [(&'static str, &'static str)],
    /// What a card was played with: the label, and the state that the card has been in since.
    pub played_with: &'static [(&'static str, u8)],
    /// Adjectives that tell the type of a card, with the types (bits).
    pub type_words: &'static [(&'static str, u32)],
    /// Verbs that go on for a while, with the relation of who does it to whom it is done: in a condition or a description they ask what holds now.
    pub meanwhile: &'static [(&'static str, u8)],
    /// What effects are called that a shorthand verb makes: the adjective, the verb.
    pub calls: &'static [(&'static str, &'static str)],
    /// Those of these verbs that turn cards over where they lie, face down (true) or up; the others move them.
    pub turning_calls: &'static [(&'static str, bool)],
    /// All parts of a cost are paid at once (8.5.2.3 and its like): what one part brings cannot pay another.
    pub costs_at_once: bool,
    /// Who searched a deck shows what was found by a description, and shuffles, without being told (5.7.1.2, 5.7.2 and their like).
    pub search_settles: bool,
    /// Permissions that would change nothing: the verb, the noun of what it is done to, what to write instead.
    pub idle_permissions: &'static [(&'static str, &'static str, &'static str)],
    /// A card counts as played from the moment that it is shown, before its price is asked (13.2.1.2 of Evolve and its like).
    pub plays_count_at_once: bool,
    /// Unconditional information about the card itself holds wherever the card is (904.2 and its like).
    pub base_abilities: bool,
    /// Verbs that are forbidden of cards wherever they are, described when it would happen.
    pub open_verbs: &'static [&'static str],
    /// What effects allow, demand and forbid of described cards holds for cards that come later, too (8.7.3.1 and its like).
    pub open_rules: bool,
    /// Keywords of which a card never has more than one.
    pub unique: &'static [&'static str],
    /// Types of which a player has one card as a rule: `your ruler` means one even where there are two (1146.4 and its like).
    pub sole: u32,
    /// Types of cards with texts that happen when they resolve; other cards only come to stay.
    pub spoken: u32,
    /// Other cards may have texts behind an additional cost: they happen on the way to where the card stays.
    pub paid_texts: bool,
    /// Nouns that mean the cards of this one zone where something is done to them; counted or asked for, they mean those of all their zones.
    pub acted_zones: &'static [(&'static str, &'static str)],
    /// The noun for abilities that make what costs are paid with and choose nothing, if the game has one.
    pub producer_noun: &'static str,
    /// Keywords and labels the game asks for, in the order of [`Pool::known_keywords`](super::pool::Pool::known_keywords).
    pub known_keywords: &'static [&'static str],
    /// The smallest part of an amount that is divided.
    pub division_step: i32,
    /// The numbers of cards that damage lowers for good.
    pub reduced: &'static [&'static str],
    /// Nouns for damage of some kinds, with their notes (bits).
    pub damage_kinds: &'static [(&'static str, u64)],
    /// Targets that are not legal any more are left out when the effect begins.
    pub rechecks: bool,
    /// If there are fewer targets than are asked for, but some, all of them are chosen; of divided amounts each target gets a part, so there are no
    /// more of them than parts; of `up to` so many options at least one is chosen.
    pub lenient_targets: bool,
    /// An effect may play a card for a price that takes the place of its own (10.2.1.3.3 of Evolve).
    pub plays_for: bool,
    /// The cost of an option is offered when the option is carried out (10.4.7.2, 10.4.7.5 of Evolve).
    pub option_costs: bool,
    /// Zones that cards are played from by the rules, besides the hand.
    pub plays_from: &'static [ZoneId],
    /// A price that is set is set before anything makes it greater or smaller.
    pub set_prices_first: bool,
    /// A round of actions that leaves everything as it was cannot be repeated, and nobody is asked for it.
    pub idle_rounds: bool,
    /// Attributes that hold another name of the card.
    pub name_attrs: &'static [&'static str],
    /// Named conditions that are asked once, when the effect begins.
    pub frozen: &'static [&'static str],
    /// Conditions that stand for an additional cost of what asks for them, which the game lets its player pay.
    pub cost_conditions: &'static [&'static str],
    /// Numbers of players that texts change for good: what changes them happens, and does not last.
    pub kept_values: &'static [u8],
    /// Where cards are that nothing is said of (`1 of your cards`); none for everywhere.
    pub card_zones: &'static [ZoneId],
    /// Verbs of which `with` only says how many: what is served is known.
    pub counted_with: &'static [&'static str],
    /// Another side of a card has the types, words and tags of the front that it does not print itself.
    pub sides_inherit: bool,
    /// What happens in this game besides what the engine makes happen in every game.
    pub events: &'static [super::catalog::EventRow],
    /// Notes the engine itself makes.
    pub note: EngineNotes,
}

/// Which layer a change belongs to, by what it changes.
#[derive(Debug, Clone, Copy)]
pub struct Layers {
    /// Types and tags.
    pub kinds: u8,
    /// Abilities.
    pub abilities: u8,
    /// Names, words of attributes.
    pub words: u8,
    /// Numbers.
    pub numbers: u8,
    /// Information the card did not have: what is no number, and numbers; if the game tells them apart.
    pub new: Option<(u8, u8)>,
}

impl Layers {
    /// Numbers after everything else.
    pub const TWO: Layers = Layers {
        kinds: 0,
        abilities: 0,
        words: 0,
        numbers: 1,
        new: None,
    };
}

/// The notes the engine makes by itself, by the numbers the game gives them.
#[derive(Debug, Clone, Copy)]
pub struct EngineNotes {
    /// A card is drawn.
    pub draw: Note,
    /// A card is put somewhere.
    pub put: Note,
    /// A card is returned.
    pub give_back: Note,
    /// A card is put under or over another in an exchange.
    pub exchange: Note,
    /// A card moves to another position.
    pub shift: Note,
    /// A card is flipped.
    pub flip: Note,
    /// A card is chosen by an effect.
    pub choose: Note,
    /// An ability is used.
    pub use_ability: Note,
    /// An ability is about to be set off, for those who forbid it; none if nothing can.
    pub trigger: Option<Note>,
    /// A card is played.
    pub play: Note,
    /// A card is revealed.
    pub reveal: Note,
    /// A pile is shuffled.
    pub shuffle: Note,
    /// A place is searched.
    pub search: Note,
    /// A shorthand verb was carried out ([`Tables::calls`]).
    pub call: Note,
    /// A player loses the game.
    pub lose: Note,
    /// The cost of an ability was paid.
    pub pay: Note,
    /// Something is chosen as a target.
    pub target: Note,
    /// Damage is dealt.
    pub deal: Note,
    /// A player gains life.
    pub gain: Note,
    /// A player loses life.
    pub lose_value: Note,
    /// A card gets counters.
    pub counter: Note,
    /// A card loses counters.
    pub uncounter: Note,
    /// A card loses damage.
    pub undamage: Note,
    /// Icons are produced.
    pub produce: Note,
    /// A number of a card becomes greater.
    pub increase: Note,
    /// A number of a card becomes smaller.
    pub decrease: Note,
}

impl EngineNotes {
    /// Nothing is told of anything: what a game begins with.
    pub const NONE: EngineNotes = EngineNotes {
        draw: Note::NONE,
        put: Note::NONE,
        give_back: Note::NONE,
        exchange: Note::NONE,
        shift: Note::NONE,
        flip: Note::NONE,
        choose: Note::NONE,
        use_ability: Note::NONE,
        trigger: None,
        play: Note::NONE,
        reveal: Note::NONE,
        shuffle: Note::NONE,
        search: Note::NONE,
        call: Note::NONE,
        lose: Note::NONE,
        pay: Note::NONE,
        target: Note::NONE,
        deal: Note::NONE,
        gain: Note::NONE,
        lose_value: Note::NONE,
        counter: Note::NONE,
        uncounter: Note::NONE,
        undamage: Note::NONE,
        produce: Note::NONE,
        increase: Note::NONE,
        decrease: Note::NONE,
    };
}

/// A zone that no game has.
const NO_ZONE: ZoneId = ZoneId(u8::MAX);

impl Tables {
    /// Tables without a row: a game writes what it has over them. What every game must have, [`Tables::faults`] misses in them.
    pub const BASE: Tables = Tables {
        zones: &[],
        parts: &[],
        sides: &[],
        empty: "empty",
        relations: &[],
        faced: &[],
        attrs: &[],
        bases: &[],
        word_attrs: &[],
        words: &[],
        icon_attr: "",
        icon_noun: "",
        text_attrs: &[],
        tag_attrs: &[],
        implied_tags: &[],
        types: &[],
        kinds_of: &[],
        orients: &[],
        back: None,
        states: &[],
        rels: &[],
        standing: &[],
        rel_deps: &[],
        knowns: &[],
        player_attrs: &[],
        player_deps: &[],
        times: &[],
        verbs: &[],
        notes: &[],
        acts: &[],
        windows: &[],
        prompts: &[],
        options: &[],
        rules: &[],
        allows: &[],
        musts: &[],
        certainties: &[],
        amount_attr: "amount",
        extra_turn: "extra-turn",
        life: 0,
        icons: &[],
        produce_prompt: None,
        icon_words: &[],
        variables: &[],
        price: None,
        counters: &[],
        orders_ages: false,
        counts_pairs: false,
        keyword_nouns: &[],
        outside: None,
        none_words: 0,
        halves: None,
        own_moves: 0,
        stack_moves: &[],
        whole_zone_moves: None,
        made: &[],
        named_tokens: false,
        noun_verbs: &[],
        becoming: &[],
        paying: &[],
        shown_notes: 0,
        uses_waiting: false,
        nobodys_times: &[],
        times_before_attack: &[],
        repeated_times: &[],
        player_states: &[],
        noun_states: &[],
        choices_told: false,
        foreign: &[],
        deck_parts: &[],
        shared: &[],
        stack_zone: None,
        texts_are_abilities: false,
        nowhere: None,
        layers: Layers::TWO,
        native_keywords: &[],
        deck: NO_ZONE,
        hand: NO_ZONE,
        resolution: NO_ZONE,
        under: None,
        finishes: false,
        finish_deps: 0,
        rebases: false,
        looks_back: 0,
        kept_keywords: &[],
        substitute: "",
        extra_phases: &[],
        lethal: None,
        lasting_verbs: &[],
        played_with: &[],
        type_words: &[],
        meanwhile: &[],
        calls: &[],
        turning_calls: &[],
        costs_at_once: false,
        search_settles: false,
        open_verbs: &[],
        open_rules: false,
        unique: &[],
        spoken: u32::MAX,
        paid_texts: false,
        sole: 0,
        acted_zones: &[],
        producer_noun: "",
        known_keywords: &[],
        division_step: 1,
        reduced: &[],
        damage_kinds: &[],
        rechecks: false,
        lenient_targets: false,
        plays_for: false,
        option_costs: false,
        idle_permissions: &[],
        plays_count_at_once: false,
        base_abilities: false,
        plays_from: &[],
        set_prices_first: false,
        idle_rounds: false,
        name_attrs: &[],
        frozen: &[],
        cost_conditions: &[],
        kept_values: &[],
        card_zones: &[],
        counted_with: &[],
        sides_inherit: false,
        events: &[],
        note: EngineNotes::NONE,
    };

    /// The number of a part of a deck; a word that the game does not know is the main deck's.
    pub fn deck_part(&self, part: Option<&str>) -> u8 {
        let at = part.and_then(|word| self.deck_parts.iter().position(|p| *p == word));
        at.and_then(|at| u8::try_from(at).ok()).unwrap_or(0)
    }
}
