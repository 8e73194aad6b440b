//! Rule numbers that can be the cause of an event. Numbers are those of the edition g; where the edition 1.10 has another one it stands beside it.

use crate::games::common::rows::rules;

rules! {
    pub(in crate::games::vanguard) RULES_G RULES_110;
    ICON_CRITICAL "2.8.1.1.2" "2.8.1.1.2";
    ICON_DRAW "2.8.1.1.3" "2.8.1.1.3";
    ICON_STAND "2.8.1.1.4" "2.8.1.1.4";
    ICON_HEAL "2.8.1.1.5" "2.8.1.1.5";
    FIRST_VANGUARD "5.4.3" "5.2.2";
    SHUFFLE_UP "5.4.3.1" "5.2.3";
    STARTING_PLAYER "5.4.3.2" "5.2.4";
    FIRST_HAND "5.4.4" "5.2.5";
    STAND_UP "6.1.1" "6.1.1";
    STAND_PHASE "6.3.1.2" "6.3.1.2";
    DRAW_STEP "6.4.1.1.2" "6.4.1.2";
    ASSIST "6.4.1.2.5" "";
    NORMAL_RIDE "6.5.1.1.2" "6.5.1.2";
    NORMAL_STRIDE "6.5.1.2.2" "";
    NORMAL_CALL "6.6.1.2.1" "6.6.1.2.1";
    SWAP "6.6.1.2.3" "6.6.1.2.3";
    UNLOCKS "6.8.1.1.1" "";
    RESTORES "6.8.1.1.2" "";
    G_RETURNS "6.8.1.1.3" "";
    ATTACKS "7.3.1.3" "7.3.1.3";
    BOOSTS "7.3.1.6" "7.3.1.5";
    GUARD_CALL "7.4.1.2.1" "7.4.1.1.2";
    INTERCEPT "7.4.1.2.2" "7.4.1.1.2";
    DRIVE_CHECK "7.5.1.2.2" "7.5.1.2.1";
    DRIVE_HAND "7.5.1.2.5" "7.5.1.2.4";
    HITS "7.6.1.2" "7.6.1.2";
    DAMAGE "7.6.1.5" "7.6.1.5";
    DAMAGE_CHECK "7.6.1.6.1" "7.6.1.6.1";
    DAMAGE_TAKEN "7.6.1.6.4" "7.6.1.6.4";
    BATTLE_RETIRE "7.6.1.8" "7.6.1.8";
    HIT_TOLD "7.6.1.9" "7.6.1.9";
    RIDE "10.1.5.1" "10.1.5.1";
    CALL "10.1.6.1" "10.1.6.1";
    RIDDEN "8.5.3.1" "8.5.2.4.1";
    CROWDED_VC "9.3.1" "9.3.1";
    CROWDED_RC "9.3.6" "9.3.3";
    LEFT_OVER_GUARDIAN "9.4.1" "9.4.1";
    NO_VANGUARD "9.5.1" "";
    SKILL_DAMAGE "10.1.14.1.1" "10.1.14.1.1";
    LOCK "10.1.21.1" "";
    UNLOCK "10.1.23.1" "";
    LEGION "10.1.24.1" "";
    DELETE "10.1.25.1" "";
    HEART "10.1.26.1" "";
    STRIDE "10.1.27.1" "";
    STRIDE_RETURN "10.1.27.4" "";
    HEART_RETURNS "10.1.27.5" "";
    HARMONY "10.2.13.1" "";
}
