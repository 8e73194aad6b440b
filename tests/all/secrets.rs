//! What a player's view and log tell of cards that went from an open place into a hidden one in an order of their owner's choice (3.1.5.1).

use cardwright::compile;
use cardwright::exec::{Game, Status};
use cardwright::kernel::{Answer, AskKind, P};
use cardwright::play::Table;
use cardwright::source::SourceFile;
use std::fmt::Write as _;

/// A deck of events: some put the waiting room into the stock, the others fill it.
fn table() -> Table {
    let mut text = "use weiss\nset \"Secrets\" code SE\n".to_owned();
    let mut deck = "deck \"Packers\" {\n".to_owned();
    for n in 0..13 {
        let copies = if n == 0 { 2 } else { 4 };
        let effect = if n < 5 {
            "put all cards from your waiting-room into your stock"
        } else {
            "draw 1"
        };
        let _ = writeln!(
            text,
            "card \"Pack {n}\" {{\n  event, color red, level 0, cost 0\n\n  PLAY {{ {effect} }}\n}}"
        );
        let _ = writeln!(deck, "  {copies} \"Pack {n}\"");
    }
    text.push_str(&deck);
    text.push_str("}\n");
    let compiled = compile::compile(vec![SourceFile::new("secrets.card", text)]);
    assert_eq!(compiled.counts().0, 0, "{:?}", compiled.diagnostics);
    Table::from_modules("weiss", &compiled.modules).expect("a table")
}

/// Answers a question: plays cards where it can, and otherwise takes the last answer.
fn act(game: &mut Game) {
    let plays = |n: &u32| {
        game.answer_atom(*n)
            .is_some_and(|a| game.atom_words(a).starts_with("play "))
    };
    let ask = game.state.ask.expect("a question");
    let pick = match ask.kind {
        AskKind::Order => game.answer_count() - 1,
        _ => (0..game.answer_count()).find(plays).unwrap_or(0),
    };
    game.answer(Answer::Pick(pick)).expect("a legal answer");
}

#[test]
fn a_secret_order_stays_secret() {
    let table = table();
    let mut found = 0;
    for seed in 0..20 {
        let mut game = table.new_game("Packers", "Packers", seed).expect("legal decks");
        game.log.on = true;
        let mut ordered = None;
        for _ in 0..200 {
            let Status::Decide(who) = game.advance() else { break };
            let kind = game.state.ask.expect("a question").kind;
            if kind != AskKind::Order
                && let Some((owner, from)) = ordered.take()
            {
                found += usize::from(check(&game, owner, from));
            }
            if kind == AskKind::Order && ordered.is_none() {
                ordered = Some((who, game.log.events.len()));
            }
            act(&mut game);
        }
    }
    assert!(found > 10, "only {found} orders");
}

/// The cards that were put, if there are several: their owner knows which lies where, the other player does not, in the view and in the log.
fn check(game: &Game, owner: P, from: usize) -> bool {
    let stock = (0..game.state.cells.count())
        .map(|c| cardwright::kernel::CellId(u8::try_from(c).unwrap_or(u8::MAX)))
        .find(|c| {
            let layout = game.kernel().layout();
            layout.cell(*c).player == owner && layout.cell_name(*c) == "stock"
        })
        .expect("a stock");
    let moves: Vec<_> = game
        .log
        .events
        .iter()
        .skip(from)
        .filter(|ev| ev.to == stock && ev.from != stock)
        .collect();
    if moves.len() < 2 {
        return false;
    }
    for ev in &moves {
        let line = |p: P| game.log_line(ev, Some(p)).unwrap_or_default();
        assert!(line(owner).contains("\"Pack "), "{}", line(owner));
        assert!(line(owner.other()).contains("a card: "), "{}", line(owner.other()));
    }
    // What was put there one by one before is known to both; these are the uppermost.
    let known = |p: P| {
        let view = game.view(p);
        let put = view.cell(stock).iter().rev().take(moves.len());
        put.filter(|c| c.def.is_some()).count()
    };
    assert_eq!(known(owner), moves.len(), "the owner remembers the order");
    assert_eq!(known(owner.other()), 0, "the other player cannot tell");
    // Any two of them could change places without the other player noticing.
    let cards = game.state.cells.cards(stock);
    if let [.., a, b] = cards {
        let mut other = game.clone();
        assert!(other.swap_hidden(*a, *b));
        assert_eq!(other.view(owner.other()), game.view(owner.other()));
    }
    true
}
