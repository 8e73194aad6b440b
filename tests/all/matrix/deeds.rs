//! Abilities that do what a verb says, so that what is waited for and what is forbidden is tried.

use super::cast::Cast;
use cardwright::vocab::{self, Data, Role, VerbData};

/// The abilities to try for each verb: the verb, its lines. Which of them the game has is for the compiler to say.
pub(super) fn all(cast: &Cast) -> Vec<(&'static str, Vec<String>)> {
    let vocab = vocab::game(cast.game).expect("a game");
    let words = vocab
        .words()
        .iter()
        .filter(|w| w.edition.is_none_or(|e| Some(e) == cast.edition));
    let mut out = Vec::new();
    for word in words {
        if let Data::Verb(verb) = &word.data
            && verb.command
        {
            let third = word.forms.get(1).copied().unwrap_or_default();
            out.push((word.forms[0], of_verb(cast, word.forms[0], third, verb)));
        }
    }
    out
}

fn ability(cast: &Cast, text: &str) -> String {
    format!("ACT {} {{ {text} }}", cast.here).replace("  ", " ")
}

fn of_verb(cast: &Cast, verb: &str, third: &str, data: &VerbData) -> Vec<String> {
    let role = |name: &str| data.roles.iter().find(|role| role.names.contains(&name));
    let tails = tails(cast, data);
    let mut texts = Vec::new();
    let number = role("what").is_some_and(|role| role.types.has(&["number"]));
    if role("what").is_none() || number {
        let one = if number { " 1" } else { "" };
        texts.push(format!("{verb}{one}"));
        texts.push(format!("opponent {third}{one}"));
    }
    if let Some(what) = role("what") {
        for tail in &tails {
            texts.extend(objects(cast, what).iter().map(|what| format!("{verb} {what}{tail}")));
            if what.types.has(&["cards"]) {
                texts.push(format!("opponent {third} 1 {}{tail}", cast.nouns[0].one));
                texts.push(format!("opponent {third} 1 card{tail}"));
                for choice in choices(cast) {
                    texts.push(format!("{choice}; {verb} it{tail}"));
                }
            }
        }
    }
    // Cards are played from where the rules let them be played.
    texts.retain(|text| verb != "play" || text.contains("from your hand"));
    texts.iter().map(|text| ability(cast, text)).collect()
}

/// Choosing a card by an effect.
fn choices(cast: &Cast) -> Vec<String> {
    let mut out = Vec::new();
    for verb in ["choose", "select"] {
        for noun in cast.nouns {
            for whose in ["your", "opponent's"] {
                out.push(format!("{verb} 1 of {whose} {}", noun.many));
            }
        }
        for place in cast.places {
            out.push(format!("{verb} 1 card from your {place}"));
        }
    }
    out
}

/// What a command can be about.
fn objects(cast: &Cast, what: &Role) -> Vec<String> {
    let mut out = Vec::new();
    if what.types.has(&["cards", "card"]) {
        out.push("this".to_owned());
        for noun in cast.nouns {
            out.push(format!("1 target {}", noun.one));
            out.push(format!("1 {}", noun.one));
            for whose in ["your", "opponent's"] {
                out.push(format!("1 of {whose} {}", noun.many));
                out.push(format!("all {whose} {}", noun.many));
            }
        }
        out.push("the top card of your deck".to_owned());
        for place in cast.places {
            out.push(format!("1 card from your {place}"));
        }
    }
    for (kind, word) in cast.things {
        if what.types.has(&[kind]) {
            let amount = match *kind {
                "damage" | "amount:life" => "100 ",
                "place" => "your ",
                "counters" => continue,
                _ => "1 ",
            };
            out.push(format!("{amount}{word}"));
            if *kind == "damage" {
                out.push(format!("1 {word}"));
            }
        }
    }
    if what.types.has(&["counters"]) {
        out.push("1 mark counter".to_owned());
    }
    out
}

/// What a command says besides, where it must.
fn tails(cast: &Cast, data: &VerbData) -> Vec<String> {
    let needed = data
        .roles
        .iter()
        .filter(|role| role.required && !role.names.contains(&"what"));
    let mut out = vec![String::new()];
    for role in needed {
        let mut more = Vec::new();
        for name in &role.names {
            if role.types.has(&["place"]) {
                more.extend(cast.places.iter().map(|place| format!(" {name} {place}")));
                more.extend(cast.places.iter().map(|place| format!(" {name} your {place}")));
                more.extend(cast.places.iter().map(|place| format!(" {name} its owner's {place}")));
            }
            if role.types.has(&["cards"]) {
                more.push(format!(" {name} this"));
                more.push(format!(" {name} 1 target {}", cast.nouns[0].one));
                more.push(format!(" {name} 1 of opponent's {}", cast.nouns[0].many));
            }
            if role.types.has(&["players"]) {
                more.extend([format!(" {name} opponent"), format!(" {name} you")]);
            }
            if role.types.has(&["state"]) {
                more.extend([format!(" {name} face-up"), format!(" {name} face-down")]);
            }
        }
        out = out
            .iter()
            .flat_map(|tail| more.iter().map(move |m| format!("{tail}{m}")))
            .collect();
    }
    out
}
