//! Why something cannot be done: what is offered meets no reason, what is not offered meets one, and every reason names a rule that exists.

use cardwright::exec::{Choice, Game, Status};
use cardwright::kernel::{Answer, AskKind, Atom, CellId, P, Ref, Rng};
use cardwright::play::{Contest, Table, bundled, games};
use cardwright::{compile, rules};

/// A table for each edition of each game.
fn tables() -> Vec<(String, Option<String>, Table)> {
    let mut out = Vec::new();
    for (game, editions) in games() {
        let modules = compile::compile(bundled(game)).modules;
        let editions: Vec<Option<&str>> = if editions.is_empty() {
            vec![None]
        } else {
            editions.into_iter().map(Some).collect()
        };
        for edition in editions {
            let table = match edition {
                Some(edition) => Table::of_edition(game, edition, &modules),
                None => Table::from_modules(game, &modules),
            };
            out.push((game.to_owned(), edition.map(str::to_owned), table.expect("a table")));
        }
    }
    out
}

/// The actions with a card that are offered: which, and the number.
fn offered(game: &Game, card: Ref) -> Vec<(u8, u32)> {
    let acts = game.state.atoms.iter().filter_map(|atom| match atom {
        Atom::Act(act) if act.card == card => Some((act.kind, act.n)),
        _ => None,
    });
    acts.collect()
}

fn own_cards(game: &Game, p: P) -> Vec<Ref> {
    let layout = game.layout();
    let cells = (0..layout.len()).map(|n| CellId(u8::try_from(n).expect("a cell")));
    let mine = cells.filter(|c| layout.cell(*c).player == p);
    let cards = mine.flat_map(|c| game.state.cells.cards(c).to_vec());
    cards.map(|ix| game.state.now(ix)).collect()
}

#[test]
fn reasons_never_contradict_the_legal_answers() {
    let games = 4;
    for (name, edition, table) in tables() {
        let index = rules::index(&name, edition.as_deref()).expect("an index of rules");
        let decks: Vec<String> = table
            .decks()
            .filter(|d| table.deck(d).is_ok())
            .map(str::to_owned)
            .collect();
        let (mut asked, mut explained) = (0, 0);
        for seed in 0..games {
            let mut rng = Rng::new(seed);
            let two = decks.get(1).unwrap_or(&decks[0]);
            let mut contest = Contest::new(&table, &decks[0], two, seed).expect("a game");
            while let Status::Decide(p) = contest.status() {
                check(contest.game(), p, index, &name, &mut asked, &mut explained);
                let view = contest.game().view(p);
                let count = contest.game().answer_count();
                let n = rng.below(count);
                let answer = view.choices.get(n as usize).map_or(Answer::Pick(n), Choice::answer);
                contest.answer(answer).expect("a legal answer");
                if contest.game().state.decisions > 600 {
                    break;
                }
            }
        }
        assert!(
            asked > 100 && explained > 100,
            "{name}: {asked} cards asked about, {explained} explained"
        );
    }
}

fn check(game: &Game, p: P, index: &[rules::Rule], name: &str, asked: &mut u64, explained: &mut u64) {
    let Some(ask) = game.state.ask else { return };
    let AskKind::Act(window) = ask.kind else { return };
    let tables = game.kernel().tables();
    if tables.windows[usize::from(window)].is_empty() {
        return;
    }
    let hand = tables.hand;
    for card in own_cards(game, p) {
        *asked += 1;
        let reasons = game.why_not(p, card);
        let offered = offered(game, card);
        for reason in &reasons {
            let clash = offered
                .iter()
                .any(|(act, n)| reason.act.is_none_or(|a| a == *act) && reason.ability.is_none_or(|a| a.0 == *n));
            assert!(!clash, "{name}: {} is offered and {reason:?}", game.card_name(card));
            let known = reason.rule.is_empty() || index.iter().any(|row| row.id == reason.rule);
            assert!(known, "{name} has no rule {}: {reason:?}", reason.rule);
        }
        let in_hand = game.zone_of(game.state.card(card.ix).cell) == hand;
        if in_hand && offered.is_empty() {
            *explained += 1;
            assert!(
                !reasons.is_empty(),
                "{name}: nothing says why {} is not offered in the window {window} of {}",
                game.card_name(card),
                game.time_word(game.state.turn.step)
            );
            assert!(
                reasons.iter().any(|r| !r.rule.is_empty()) || !game.state.banned.is_empty(),
                "{name}: no rule is named for {}: {reasons:?}",
                game.card_name(card)
            );
        }
        // What else can be done with a card does not answer why it cannot be played.
        let acts = |words: &[&str]| -> Vec<u8> {
            let known = tables.acts.iter().zip(0u8..);
            known.filter(|(word, _)| words.contains(word)).map(|(_, n)| n).collect()
        };
        let play = acts(&["play", "call"]);
        if in_hand && !offered.is_empty() && !offered.iter().any(|(act, _)| play.contains(act)) {
            *explained += 1;
            assert!(
                reasons
                    .iter()
                    .any(|reason| reason.act.is_none_or(|act| play.contains(&act))),
                "{name}: nothing says why {} is not played in the window {window}: {reasons:?}",
                game.card_name(card)
            );
        }
        // Nothing that is seen and not offered is said to be among the answers.
        if offered.is_empty() && game.seen_by(card) >> p.0 & 1 == 1 {
            assert!(
                !reasons.is_empty(),
                "{name}: nothing says why {} is not offered in the window {window}",
                game.card_name(card)
            );
        }
        // The other player learns nothing of it.
        if in_hand && game.seen_by(card) >> p.other().0 & 1 == 0 {
            assert!(game.why_not(p.other(), card).is_empty());
        }
    }
}
