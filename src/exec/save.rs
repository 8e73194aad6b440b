//! Saves: a game as bytes. A save loads only under the engine, the game and the cards it was made with; there is no migration.

use super::game::Game;
use super::pool::Pool;
use crate::fnv::Fnv;
use crate::ir;
use crate::kernel::{Card, Log, State};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::hash::Hasher;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The version of the format of saves and replays.
pub const FORMAT: u32 = 11;
/// The most bytes of a save. A state has some ten thousand; the rest is for the log.
const MOST_BYTES: usize = 4 << 20;
/// The first bytes of a save.
const MAGIC: [u8; 4] = *b"CWSG";

/// Why a save cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// It is larger than any game.
    #[error("{0} bytes are more than a save can have")]
    TooLarge(usize),
    /// It is no save.
    #[error("this is not a save")]
    NotASave,
    /// It has another format.
    #[error("the save has format {0}, and this engine reads format {FORMAT}")]
    Format(u32),
    /// It is of another engine or another game.
    #[error("the save was made by another version of the engine or for another game")]
    Spec,
    /// It is of other cards.
    #[error("the save was made with other cards")]
    Pool,
    /// Its bytes are not those that were written.
    #[error("the save is broken")]
    Broken,
    /// It holds a state that cannot be.
    #[error("the save is not sound: {0}")]
    Unsound(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    magic: [u8; 4],
    format: u32,
    spec: u64,
    pool: u64,
}

/// Hashes of pools that live, or whose memory is not given back yet: an entry keeps its address from being used again.
static HASHES: Mutex<Vec<(Weak<Pool>, u64)>> = Mutex::new(Vec::new());

/// How a game is played, besides what its rules decide: what an embedding program has set.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Settings {
    polite: bool,
    passive: bool,
}

/// The bytes of a checksum, the last ones of a save.
const SUM_BYTES: usize = 8;

/// Writes the checksum of a save that was changed after it was made. A checksum finds accidents; against forgeries a state is looked at when it is loaded,
/// and this is how that can be tested.
pub fn seal_save(bytes: &mut [u8]) {
    if let Some((content, sum)) = bytes.split_last_chunk_mut::<SUM_BYTES>() {
        *sum = checksum(content);
    }
}

/// What tells that the bytes of a save are those that were written.
fn checksum(bytes: &[u8]) -> [u8; SUM_BYTES] {
    let mut fnv = Fnv::default();
    Hasher::write(&mut fnv, bytes);
    fnv.finish().to_le_bytes()
}

/// Hashes of the engine and the tables, by game and edition.
static SPECS: Mutex<BTreeMap<(&str, &str), u64>> = Mutex::new(BTreeMap::new());

/// A hash of the engine and of the game's tables, computed once a game and edition.
pub fn spec_hash(pool: &Pool) -> u64 {
    let rules = (pool.kernel.name(), pool.kernel.edition());
    let mut specs = SPECS.lock().unwrap_or_else(PoisonError::into_inner);
    *specs.entry(rules).or_insert_with(|| hash_spec(pool))
}

fn hash_spec(pool: &Pool) -> u64 {
    let mut fnv = Fnv::default();
    let _ = write!(
        fnv,
        "{} {} {} {}{} {:?}",
        env!("CARGO_PKG_VERSION"),
        FORMAT,
        ir::VERSION,
        pool.kernel.name(),
        pool.kernel.edition(),
        pool.kernel.tables()
    );
    fnv.finish()
}

/// A hash of the linked cards, computed once a pool. Where the cards were written is no part of it: a set that is moved, or gets a comment, is the same.
pub fn pool_hash(pool: &Arc<Pool>) -> u64 {
    let me = Arc::downgrade(pool);
    let mut hashes = HASHES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, hash)) = hashes.iter().find(|(known, _)| known.ptr_eq(&me)) {
        return *hash;
    }
    let hash = hash_cards(pool);
    hashes.retain(|(known, _)| known.strong_count() > 0);
    hashes.push((me, hash));
    hash
}

/// FNV-1a of a text, for telling whether two texts are the same.
pub fn text_hash(text: &str) -> u64 {
    let mut fnv = Fnv::default();
    Hasher::write(&mut fnv, text.as_bytes());
    fnv.finish()
}

fn hash_cards(pool: &Pool) -> u64 {
    let Pool {
        kernel: _,
        layout: _,
        defs,
        abilities,
        ops,
        op_src: _,
        cond_src: _,
        change_src: _,
        obj_src: _,
        pattern_src: _,
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
        kept_keywords,
        unique,
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
        // What was given to a host stands in the code by its number; what the host does with it is the program's to keep.
        host: _,
        // What follows from the rest.
        tables: _,
        listeners: _,
        cost_of_pick: _,
    } = pool;
    let mut fnv = Fnv::default();
    let _ = write!(
        fnv,
        "{defs:?} {ops:?} {nums:?} {conds:?} {objs:?} {picks:?} {places:?} {patterns:?} {changes:?} {costs:?} {names:?} {tags:?} {attr_tags:?}"
    );
    let _ = write!(
        fnv,
        " {keywords:?} {counters:?} {known_keywords:?} {kept_keywords} {unique} {listening:?} {all_keys} {replace_keys} {watches_numbers} {halves} {copies}"
    );
    let _ = write!(
        fnv,
        " {past_keys} {asks_whole_game} {keeps_last} {asked_states} {asks_was} {static_zones} {act_zones} {inherent:?} {counter_gifts:?} {state_zones}"
    );
    for ability in abilities {
        let mut bare = ability.clone();
        bare.file.clear();
        bare.src = ir::Src(0, 0, 0);
        bare.line = 0;
        let _ = write!(fnv, " {bare:?}");
    }
    fnv.finish()
}

impl Game {
    fn header(pool: &Arc<Pool>) -> Header {
        Header {
            magic: MAGIC,
            format: FORMAT,
            spec: spec_hash(pool),
            pool: pool_hash(pool),
        }
    }

    /// The game as bytes; what is derived is left out.
    pub fn save(&self) -> Vec<u8> {
        let mut state = self.state.clone();
        forget_computed(&mut state);
        let settings = Settings {
            polite: self.polite,
            passive: self.passive,
        };
        // Plain data always has a form as bytes.
        let mut bytes =
            postcard::to_stdvec(&(Game::header(&self.pool), settings, &state, &self.log)).unwrap_or_default();
        bytes.extend(checksum(&bytes));
        bytes
    }

    /// Loads a save. Bytes from anywhere are safe to give: they are refused unless they are a sound game of this pool.
    pub fn load(pool: Arc<Pool>, bytes: &[u8]) -> Result<Game, SaveError> {
        if bytes.len() > MOST_BYTES {
            return Err(SaveError::TooLarge(bytes.len()));
        }
        if !bytes.starts_with(&MAGIC) {
            return Err(SaveError::NotASave);
        }
        let (found, rest) = postcard::take_from_bytes::<Header>(bytes).map_err(|_| SaveError::Broken)?;
        let wanted = Game::header(&pool);
        if found.format != wanted.format {
            return Err(SaveError::Format(found.format));
        }
        if found.spec != wanted.spec {
            return Err(SaveError::Spec);
        }
        if found.pool != wanted.pool {
            return Err(SaveError::Pool);
        }
        let (content, sum) = rest.split_last_chunk::<SUM_BYTES>().ok_or(SaveError::Broken)?;
        let summed = bytes.len().saturating_sub(SUM_BYTES);
        if checksum(bytes.get(..summed).unwrap_or_default()) != *sum {
            return Err(SaveError::Broken);
        }
        let ((settings, mut state, log), rest) =
            postcard::take_from_bytes::<(Settings, State, Log)>(content).map_err(|_| SaveError::Broken)?;
        if !rest.is_empty() {
            return Err(SaveError::Broken);
        }
        forget_computed(&mut state);
        let mut game = Game {
            pool,
            state,
            log,
            polite: settings.polite,
            passive: settings.passive,
            work: super::work::Work::default(),
            scratch: super::layers::Scratch::default(),
            lap: None,
            plays_every_lap: false,
            hashed: None,
            counting: None,
        };
        game.check_shape().map_err(SaveError::Unsound)?;
        game.settle();
        Ok(game)
    }
}

/// Derived fields are not loaded, so no card may claim a place in them.
fn forget_computed(state: &mut State) {
    state.dirty = true;
    state.chars.clear();
    state.chars_of.clear();
    for card in &mut state.cards {
        card.chars_at = Card::PRINTED;
    }
}
