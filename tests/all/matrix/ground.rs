//! Where the sentences of the matrix are tried: boards with watching cards and with cards that do what the sentence is about, played at random.

use super::cast::Cast;
use super::made::{self, Reading};
use super::witness::{Event, Look, Witness};
use cardwright::exec::{Coverage, Status};
use cardwright::games;
use cardwright::kernel::{DefId, P, Rng};
use cardwright::probe::{Lay, Players, Stage};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most decisions of a play.
const DECISIONS: u32 = 70;

/// A stage with the cards of the matrix on it.
pub(super) struct Ground {
    pub(super) cast: &'static Cast,
    pub(super) stage: Stage,
    /// The card that says nothing.
    pub(super) plain: DefId,
    /// Cards that do what a verb says.
    actors: BTreeMap<&'static str, Vec<DefId>>,
}

/// What came of a play.
pub(super) struct Play {
    pub(super) seed: u64,
    pub(super) me: P,
    pub(super) events: Vec<Event>,
    pub(super) looks: Vec<Look>,
}

/// The cards that do what verbs say, as far as the game has them: the name, the verb, the line.
pub(super) fn actors(cast: &'static Cast, verbs: &[&str]) -> Vec<(String, &'static str, String)> {
    let mut cards = Vec::new();
    for (verb, lines) in super::deeds::all(cast)
        .into_iter()
        .filter(|(verb, _)| verbs.contains(verb))
    {
        cards.extend(lines.into_iter().map(|line| (verb, line)));
    }
    let named: Vec<(String, Vec<String>)> = cards
        .iter()
        .enumerate()
        .map(|(n, (_, line))| (format!("A{n}"), vec![line.clone()]))
        .collect();
    let read = made::read(cast, &named);
    let found = named.iter().zip(&cards).zip(&read);
    let accepted = found.filter(|(_, reading)| **reading == Reading::Accepted);
    accepted
        .map(|(((name, _), (verb, line)), _)| (name.clone(), *verb, line.clone()))
        .collect()
}

impl Ground {
    /// The ground for these sentences: cards with one line each.
    pub(super) fn new(
        cast: &'static Cast,
        actors: &[(String, &'static str, String)],
        cards: &[(String, Vec<String>)],
    ) -> Ground {
        let mut text = cast.head() + &cast.card("P0", &[]);
        for (name, _, line) in actors {
            text += &cast.card(name, std::slice::from_ref(line));
        }
        for (name, lines) in cards {
            text += &cast.card(name, lines);
        }
        let compiled = made::compiled(text);
        assert_eq!(
            compiled.counts().0,
            0,
            "{:#?}",
            compiled.diagnostics.iter().map(|d| &d.message).collect::<Vec<_>>()
        );
        let kernel = games::kernel(cast.game, cast.edition).expect("rules");
        let stage = Stage::new(kernel, &compiled.modules[0], cast.edition).expect("a stage");
        let def = |name: &str| stage.pool.def_listed(name, None).expect("a card of the matrix");
        let plain = def("P0");
        let mut by_verb: BTreeMap<&str, Vec<DefId>> = BTreeMap::new();
        for (name, verb, _) in actors {
            by_verb.entry(verb).or_default().push(def(name));
        }
        Ground {
            cast,
            plain,
            actors: by_verb,
            stage,
        }
    }

    pub(super) fn def(&self, name: &str) -> DefId {
        self.stage.pool.def_listed(name, None).expect("a card of the matrix")
    }

    /// Plays with a watching card that says nothing.
    pub(super) fn plays(&self, verb: &str, count: u64) -> Vec<Play> {
        let seeds: Vec<u64> = (0..count).collect();
        seeds
            .par_iter()
            .filter_map(|seed| self.play(verb, self.plain, *seed))
            .collect()
    }

    /// One play with this watching card among cards that do what the verb says.
    pub(super) fn play(&self, verb: &str, watcher: DefId, seed: u64) -> Option<Play> {
        let ability = super::judge::ability(self, watcher);
        let fired = |coverage: &Coverage| ability.map_or(0, |ability| coverage.ability(ability).no);
        let zone = self
            .stage
            .pool
            .layout
            .zone_named(self.cast.zone)
            .expect("the zone of the cast");
        let mut rng = Rng::new(seed);
        let mut lays = Vec::new();
        let none = Vec::new();
        let actors = self.actors.get(verb).unwrap_or(&none);
        let mut favoured = vec![watcher];
        for own in [true, false, true, false] {
            if !actors.is_empty() {
                let def = actors[rng.below(actors.len() as u32) as usize];
                favoured.push(def);
                lays.push(Lay { def, zone, own });
            }
        }
        lays.extend([true, true].map(|own| Lay {
            def: watcher,
            zone,
            own,
        }));
        let (mut game, me) = self.stage.board(&lays, seed)?;
        let coverage = Arc::new(Coverage::new(&self.stage.pool));
        game.count_into(Arc::clone(&coverage));
        let witness = Witness::new(
            &game,
            (watcher, me, self.cast.zone),
            &coverage,
            &fired,
            self.cast.boost_by,
        );
        let mut players = Players::new(seed, &favoured);
        let last = game.state.turn.number + 3;
        for _ in 0..DECISIONS {
            let Status::Decide(_) = witness.advance(&mut game) else {
                break;
            };
            if game.state.turn.number > last {
                break;
            }
            let answer = players.decide(&game);
            if game.answer(answer).is_err() {
                break;
            }
        }
        let (events, looks) = witness.told();
        Some(Play {
            seed,
            me,
            events,
            looks,
        })
    }
}
