//! Rule numbers that can be the cause of an event.

use crate::games::common::rows::rules;

rules! {
    pub(in crate::games::evolve),
    SHUFFLE_UP "6.2.1.4";
    STARTING_PLAYER "6.2.1.6";
    FIRST_HAND "6.2.1.7";
    MULLIGAN "6.2.1.8";
    EVOLUTION_POINTS "6.2.1.10";
    GROW "7.2.1";
    REFILL "7.2.2";
    REFRESH "7.2.3";
    DRAW "7.2.4";
    END_WARD "7.4.3";
    HAND_LIMIT "7.4.6";
    ATTACK_ENGAGE "8.4.4";
    ATTACKED "8.4.5";
    ATTACK_DAMAGE "8.4.9";
    COMBAT_DAMAGE "8.4.9.1";
    FOUGHT "8.4.9.2";
    PAY "10.4.4";
    SPECIFY "10.6.2.1";
    ENTER "10.6.2.7.1";
    LEAVE "10.6.2.7.3";
    LEADER_LOST "11.2.1";
    DECKED "11.2.2";
    DESTROYED "11.3.1";
    FIELD_LIMIT "11.4.1";
    EX_LIMIT "11.5.1";
    UNLINKED "11.6.1";
    OLDER_LINK "11.6.2";
    NO_STACK "11.7.1";
    UNLINKED_CARROT "11.8.1";
    EVOLVE_REVEAL "12.2.2";
    EVOLUTION_POINT "12.2.3";
    WARD_ENTERS "12.8.2";
    EVOLVE "5.15.1";
    STEAL "5.21.1";
    TRANSFORM "5.16.1";
    SWAP "5.12.1";
    RECOVER "5.14.1";
    SERVE "14.2.1.1";
    RACE "14.2.3.1";
    ELIMINATED "9.1.4.3";
    EARTH_RITE "13.3.3.2";
}
