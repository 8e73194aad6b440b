//! Rule numbers for causes.

use crate::games::common::rows::rules;

rules! {
    pub(in crate::games::fow),
    SHUFFLE_UP "403.2";
    STARTING_LIFE "403.3";
    FIRST_PLAYER "403.4";
    FIRST_HAND "403.5";
    MULLIGAN "403.5a";
    DRAW_PHASE "502.3";
    RECOVER "503.5";
    HAND_LIMIT "505.5d";
    RESOLVE_LASTING "702.3";
    RESOLVE_CHANT "703.3";
    JUDGMENT "705.3a";
    SET_CARD "706.2";
    CALL_STONE "710.1";
    RUNE "711.2";
    ATTACK "803.5";
    BLOCK "804.4";
    FIRST_STRIKE "805.2";
    BATTLE_DAMAGE "806.2";
    PLAY "903.2d";
    NOT_PLAYED "906.6a";
    AUTO_REVEALED "708.2";
    DESTROYED_RULER "1010.1";
    COIN "1119.2";
    MANA "1122.2a";
    LOST "1202.1";
    DECKED "1202.2";
    COUNTERS "1203.1";
    LETHAL "1204.1";
    NO_DEF "1204.2";
    ROUND_LIFE "1205.1";
    ADDITION "1206.1b";
    BREAK "1415.1";
    CONTROL "105.3";
    PURSUE "1002.2";
    TWO_FACES "1306.2";
}
