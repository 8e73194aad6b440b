//! What a text speaks of is there: a compiled card that speaks of something that nothing before it chooses, moves or finds is refused when it is linked,
//! however it came about.

use cardwright::compile;
use cardwright::exec::Pool;
use cardwright::games;
use cardwright::ir::{Card, Module, Objects, SlotId, Stmt};
use cardwright::source::SourceFile;

const CARDS: &str = r#"use weiss
set "Flow" code FL

card "Seer" FL-01 {
  event, color red, level 0, cost 0
  PLAY {
    look at the top card of your deck
    instead if you have 2 or more characters { look at the top 3 cards of your deck }
    choose up to 1 card among them
    put it into your hand
    at the end of turn { draw 1 }
  }
}

card "Tempted" FL-02 {
  event, color red, level 0, cost 0
  PLAY {
    choose 1 of your characters
    may return it to your hand
    if done { draw 1 } otherwise { it gets +1000 power until end of turn }
    at the end of turn { put it into your stock }
  }
}
"#;

fn module() -> Module {
    let compiled = compile::compile(vec![SourceFile::new("flow.card", CARDS)]);
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    compiled.modules.into_iter().next().expect("a module")
}

/// What a card is linked to.
fn linked(module: &Module, card: &Card) -> String {
    let kernel = games::kernel(&module.game, None).expect("the game");
    let pool = Pool::link(kernel, &[(module, card)]).expect("it links");
    format!("{:?} {:?}", pool.ops, pool.objs)
}

/// Why a card cannot be linked.
fn refused(module: &Module, card: &Card) -> Vec<String> {
    let kernel = games::kernel(&module.game, None).expect("the game");
    match Pool::link(kernel, &[(module, card)]) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.into_iter().map(|error| error.message).collect(),
    }
}

fn card<'m>(module: &'m Module, name: &str) -> &'m Card {
    module.cards.iter().find(|card| card.name == name).expect("the card")
}

#[test]
fn cards_whose_words_are_there_are_linked() {
    let module = module();
    for name in ["Seer", "Tempted"] {
        assert_eq!(refused(&module, card(&module, name)), Vec::<String>::new());
    }
}

#[test]
fn what_is_there_only_if_nothing_was_replaced_is_refused() {
    let module = module();
    let mut card = card(&module, "Seer").clone();
    for stmt in &mut card.code.stmts {
        if let Stmt::Override { joins, .. } = stmt {
            assert!(!joins.is_empty());
            joins.clear();
        }
    }
    let messages = refused(&module, &card);
    assert!(
        messages.iter().any(|m| m.contains("where `instead` takes the place")),
        "{messages:?}"
    );
}

/// Every reference of both cards, each made to mean a slot that nothing fills: none of them is linked in silence.
#[test]
fn what_is_never_there_is_refused() {
    let module = module();
    for name in ["Seer", "Tempted"] {
        let whole = card(&module, name);
        let mut seen = 0;
        for at in 0..whole.code.objects.len() {
            let mut card = whole.clone();
            for ability in &mut card.code.abilities {
                ability.slots = 60;
            }
            let Some(Objects::Slot(slot, _)) = card.code.objects.get_mut(at) else {
                continue;
            };
            *slot = SlotId(59);
            let messages = refused(&module, &card);
            // A reference that the code does not read makes no difference.
            if messages.is_empty() && !linked(&module, &card).contains("Slot(59)") {
                continue;
            }
            seen += 1;
            assert!(
                messages.iter().any(|m| m.contains("something that is never there")),
                "{name}, object {at}: {messages:?}"
            );
        }
        assert!(seen > 1, "{name} has {seen} references");
    }
}
