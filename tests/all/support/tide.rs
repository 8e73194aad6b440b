//! A small invented set, quick to compile and quick to play.

/// Two decks of level 0 characters of which a deck may have any number.
pub(crate) const TIDE: &str = r#"use weiss
set "Tide Pool" code TP

card "Limpet" TP-01 {
  character, color blue, level 0, cost 0, power 500, soul 2
  traits <Shell>

  CONT in deck-construction { you can have any number of "Limpet" }
}

card "Whelk" TP-02 {
  character, color blue, level 0, cost 0, power 1500, soul 2
  traits <Shell>

  CONT in deck-construction { you can have any number of "Whelk" }
  AUTO when this is placed on stage from hand { draw 1 }
}

card "Barnacle" TP-03 {
  character, color blue, level 0, cost 0, power 1000, soul 3
  traits <Shell>

  CONT in deck-construction { you can have any number of "Barnacle" }
}

card "Cowrie" TP-04 {
  character, color blue, level 0, cost 0, power 1000, soul 1
  traits <Shell>
}

deck "Limpets" { 50 "Limpet" }
deck "Mixed Shells" {
  25 "Limpet"
  25 "Whelk"
}
deck "Barnacles" {
  30 "Barnacle"
  20 TP-02
}
"#;

/// A card that the engine gives up on when its player's main phase begins, and a deck full of it.
pub(crate) const FAULTY: &str = r#"
card "Whirlpool" TP-09 {
  character, color blue, level 0, cost 0, power 500, soul 1
  traits <Shell>

  CONT in deck-construction { you can have any number of "Whirlpool" }
  AUTO at the start of your main-phase {
    repeat 1000000000 times { if you have 90 or more cards in your hand { draw 1 } }
  }
}

deck "Whirlpools" { 50 "Whirlpool" }
"#;
