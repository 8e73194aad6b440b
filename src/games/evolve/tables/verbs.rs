//! Words for what happens, and verbs.

use super::orient;
use super::zones::zone;
use crate::exec::code::Boundary;
use crate::exec::{EventWord, SendFrom, VerbKind, VerbRow};
use crate::games::common::rows::{event, native, notes, row, send};

notes! {
    pub(in crate::games::evolve),
    PUT "put";
    DRAW "draw";
    RETURN "return";
    MOVE "move";
    EXCHANGE "exchange";
    FLIP "flip";
    CHOOSE "choose";
    USE "use";
    PLAY "play";
    REVEAL "reveal";
    SHUFFLE "shuffle";
    // 5.7.1
    SEARCH "search";
    LOSE "lose";
    TARGET "select";
    TRIGGER "trigger";
    DESTROY "destroy";
    BURY "bury";
    BANISH "banish";
    DISCARD "discard";
    SUMMON "summon";
    STEAL "steal";
    SWAP "swap";
    TRANSFORM "transform";
    EVOLVE "evolve";
    SERVE "serve";
    RACE "race";
    ATTACK "attack";
    FIGHT "fight";
    // 8.4.5.1: the attack tells of it.
    COMBAT "";
    // 5.13.4: damage that no attack deals.
    DEAL "damage";
    // 5.13.2: from the attacker to a leader.
    ATTACK_DEAL "attack damage";
    // 10.4.5: defense that is lost without damage.
    REDUCE "reduce";
    // 5.13.2, 5.13.3: from the attacker to a follower.
    COMBAT_DEAL "combat damage";
    // 5.13.3: from the attacked follower to the attacker.
    BACK_DEAL "combat damage back";
    COUNTER "counter";
    UNCOUNTER "remove counter";
    INCREASE "increase";
    DECREASE "decrease";
    RECOVER "recover";
    PAY "pay";
    POINTS "points";
    ROLL "roll";
    UNDAMAGE "lost defense forgotten";
    GAIN "gain";
    LOSE_VALUE "lose points";
    TURN_UP "turn face up";
    TURN_DOWN "turn face down";
    MULLIGAN "mulligan";
    STARTS "starts";
    RESOLVE "resolve";
    // 5.15.1, 14.2.1.1
    LINK "link";
}

/// 5.13.2: damage an attacking follower deals to what it attacks.
pub(in crate::games::evolve) const ATTACK_DAMAGE: u64 = note::ATTACK_DEAL.bit() | note::COMBAT_DEAL.bit();
/// 5.13.3: damage that two followers in combat deal to each other.
pub(in crate::games::evolve) const COMBAT_DAMAGE: u64 = note::COMBAT_DEAL.bit() | note::BACK_DEAL.bit();
/// Every kind of damage.
pub(in crate::games::evolve) const DAMAGE: u64 = note::DEAL.bit() | ATTACK_DAMAGE | COMBAT_DAMAGE;

/// Native verbs.
pub(in crate::games::evolve) mod verb {
    pub(crate) const STEAL: u8 = 0;
    pub(crate) const TRANSFORM: u8 = 1;
    pub(crate) const SWAP: u8 = 2;
    pub(crate) const EVOLVE: u8 = 3;
    pub(crate) const SERVE: u8 = 4;
    pub(crate) const RACE: u8 = 5;
    pub(crate) const ATTACK: u8 = 6;
    pub(crate) const RECOVER: u8 = 7;
    pub(crate) const ROLL: u8 = 8;
}

pub(super) const VERBS: &[VerbRow] = &[
    row(
        "engage",
        VerbKind::Turn(orient::ENGAGED),
        Some(EventWord::Turn(orient::ENGAGED)),
    ),
    row(
        "refresh",
        VerbKind::Turn(orient::RESERVED),
        Some(EventWord::Turn(orient::RESERVED)),
    ),
    row(
        "turn",
        VerbKind::Over(note::TURN_UP, note::TURN_DOWN),
        Some(EventWord::Face),
    ),
    send("destroy", zone::CEMETERY, note::DESTROY, SendFrom::Anywhere),
    send("bury", zone::CEMETERY, note::BURY, SendFrom::Anywhere),
    send("banish", zone::BANISHED, note::BANISH, SendFrom::Anywhere),
    send("discard", zone::CEMETERY, note::DISCARD, SendFrom::Hand),
    // 5.4.1; 5.4.2.1: of tokens, they are made there.
    send("summon", zone::FIELD, note::SUMMON, SendFrom::Anywhere),
    native("steal", verb::STEAL, EventWord::Moved(note::STEAL)),
    native("transform", verb::TRANSFORM, EventWord::Passive(note::TRANSFORM.bit())),
    native("swap", verb::SWAP, EventWord::Moved(note::SWAP)),
    native("evolve", verb::EVOLVE, EventWord::Note(note::EVOLVE.bit())),
    native("serve", verb::SERVE, EventWord::Note(note::SERVE.bit())),
    native("race", verb::RACE, EventWord::Note(note::RACE.bit())),
    native("attack", verb::ATTACK, EventWord::Passive(note::ATTACK.bit())),
    // 8.4.5: a noun, for counting what was done.
    event("attack-declaration", EventWord::Note(note::ATTACK.bit())),
    row("deal", VerbKind::Deal, Some(EventWord::Damage(DAMAGE))),
    // 13.5.2.2 (ruling D42): damage and reductions both.
    row(
        "reduce",
        VerbKind::Reduce(note::REDUCE),
        Some(EventWord::Reduced(DAMAGE | note::REDUCE.bit())),
    ),
    row(
        "recover",
        VerbKind::Counted(verb::RECOVER),
        Some(EventWord::OfPlayer(note::RECOVER.bit())),
    ),
    row(
        "roll",
        VerbKind::Counted(verb::ROLL),
        Some(EventWord::OfPlayer(note::ROLL.bit())),
    ),
    event("take", EventWord::Taken(DAMAGE)),
    event("leave", EventWord::Leave),
    event("fight", EventWord::Passive(note::FIGHT.bit())),
    event("select", EventWord::Passive(note::TARGET.bit())),
    event("play", EventWord::OfPlayer(note::PLAY.bit())),
    event("use", EventWord::OfPlayer(note::USE.bit())),
    event("search", EventWord::OfPlayer(note::SEARCH.bit())),
    event("shuffle", EventWord::OfPlayer(note::SHUFFLE.bit())),
    event("lose", EventWord::OfPlayer(note::LOSE.bit())),
    event("pay", EventWord::OfPlayer(note::PAY.bit())),
    event("begin", EventWord::Boundary(Boundary::Start)),
];
