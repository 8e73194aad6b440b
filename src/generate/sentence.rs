//! Texts put together from parts.

use super::parts::{Parts, one};
use super::words;
use crate::kernel::Rng;
use crate::vocab::{Data, Role, Vocab, Word};

/// One of a few words.
fn word<'a>(list: &[&'a str], rng: &mut Rng) -> &'a str {
    let at = rng.below(u32::try_from(list.len()).unwrap_or(u32::MAX)) as usize;
    list.get(at).copied().unwrap_or("")
}

/// A word of the vocabulary that the filter takes.
fn pick<'v>(vocab: &'v Vocab, rng: &mut Rng, takes: impl Fn(&Word) -> bool) -> Option<&'v Word> {
    let all: Vec<&Word> = vocab
        .words()
        .iter()
        .filter(|w| w.edition.is_none() && takes(w))
        .collect();
    let at = rng.below(u32::try_from(all.len()).unwrap_or(u32::MAX)) as usize;
    all.get(at).copied()
}

/// A made ability or keyword line.
pub(super) fn ability(vocab: &Vocab, parts: &Parts, rng: &mut Rng) -> String {
    let text = match rng.below(10) {
        0..=2 => one(&parts.whole, rng).unwrap_or_default().to_owned(),
        3..=6 => auto(vocab, parts, rng),
        7 => act(vocab, parts, rng),
        _ => lasting(parts, rng),
    };
    let times = match rng.below(6) {
        0..=2 => 0,
        3 | 4 => 1,
        _ => 2,
    };
    words::changed(vocab, parts, &text, times, rng)
}

fn auto(vocab: &Vocab, parts: &Parts, rng: &mut Rng) -> String {
    let mut heads: Vec<String> = Vec::new();
    if rng.below(6) == 0 {
        heads.extend(one(&parts.limits, rng).map(str::to_owned));
    }
    heads.extend(one(&parts.triggers, rng).map(str::to_owned));
    if rng.below(4) == 0 {
        heads.extend(one(&parts.conditions, rng).map(|cond| format!("if {cond}")));
    }
    let cost = if rng.below(5) == 0 {
        one(&parts.costs, rng)
    } else {
        None
    };
    let cost = cost.map_or_else(String::new, |cost| format!(" {cost}"));
    format!(
        "AUTO {}{cost} {{\n    {}\n  }}",
        heads.join(", "),
        body(vocab, parts, 0, rng)
    )
}

fn act(vocab: &Vocab, parts: &Parts, rng: &mut Rng) -> String {
    let cost = one(&parts.costs, rng).unwrap_or("[rest this]");
    let once = if rng.below(3) == 0 { "once per turn " } else { "" };
    format!("ACT {once}{cost} {{\n    {}\n  }}", body(vocab, parts, 0, rng))
}

fn lasting(parts: &Parts, rng: &mut Rng) -> String {
    let says = one(&parts.lasting, rng).unwrap_or_default();
    let mut heads: Vec<String> = Vec::new();
    if rng.below(3) == 0 {
        heads.extend(one(&parts.times, rng).map(str::to_owned));
    }
    if rng.below(3) == 0 {
        heads.extend(one(&parts.conditions, rng).map(|cond| format!("if {cond}")));
    }
    let heads = if heads.is_empty() {
        String::new()
    } else {
        format!(" {}", heads.join(", "))
    };
    format!("CONT{heads} {{ {says} }}")
}

/// Statements.
fn body(vocab: &Vocab, parts: &Parts, depth: u32, rng: &mut Rng) -> String {
    let count = 1 + rng.below(2);
    let all: Vec<String> = (0..count).map(|_| statement(vocab, parts, depth, rng)).collect();
    all.join("\n    ")
}

fn statement(vocab: &Vocab, parts: &Parts, depth: u32, rng: &mut Rng) -> String {
    let plain = |rng: &mut Rng| one(&parts.statements, rng).unwrap_or("draw 1").to_owned();
    if depth >= 2 {
        return plain(rng);
    }
    match rng.below(14) {
        0..=4 => plain(rng),
        5 | 6 => one(&parts.bodies, rng).unwrap_or("draw 1").to_owned(),
        7 => match one(&parts.conditions, rng) {
            Some(cond) => {
                let then = body(vocab, parts, depth + 1, rng);
                let other = if rng.below(2) == 0 {
                    format!(" otherwise {{ {} }}", plain(rng))
                } else {
                    String::new()
                };
                format!("if {cond} {{\n    {then}\n    }}{other}")
            }
            None => plain(rng),
        },
        8 => format!("may {{\n    {}\n    }}", body(vocab, parts, depth + 1, rng)),
        9 => format!(
            "repeat {} times {{\n    {}\n    }}",
            rng.below(4),
            body(vocab, parts, depth + 1, rng)
        ),
        10 => format!("for each {} {{ {} }}", things(vocab, rng), plain(rng)),
        11 => format!(
            "choose 1 option {{\n      {{ {} }}\n      {{ {} }}\n    }}",
            plain(rng),
            plain(rng)
        ),
        _ => command(vocab, rng),
    }
}

/// A verb of the vocabulary with what fills its roles.
fn command(vocab: &Vocab, rng: &mut Rng) -> String {
    let verb = pick(vocab, rng, |w| matches!(&w.data, Data::Verb(v) if v.command));
    let Some((verb, Data::Verb(data))) = verb.map(|verb| (verb, &verb.data)) else {
        return "draw 1".to_owned();
    };
    let mut out = verb.name().to_owned();
    for role in &data.roles {
        if !role.required && (role.names != ["what"] || rng.below(2) == 0) {
            continue;
        }
        let Some(filler) = filler(vocab, role, rng) else {
            continue;
        };
        let name = role.names.first().copied().unwrap_or("what");
        out.push(' ');
        if name != "what" {
            out.push_str(name);
            out.push(' ');
        }
        out.push_str(&filler);
    }
    out
}

/// Something that may fill a role.
fn filler(vocab: &Vocab, role: &Role, rng: &mut Rng) -> Option<String> {
    let types = &role.types;
    Some(if types.has(&["cards"]) {
        match rng.below(4) {
            0 => "this".to_owned(),
            1 => "the top card of your deck".to_owned(),
            2 => format!("all your {}", things(vocab, rng)),
            _ => format!(
                "{} of {} {}",
                1 + rng.below(2),
                word(&["your", "opponent's"], rng),
                things(vocab, rng)
            ),
        }
    } else if types.has(&["place"]) {
        place(vocab, rng)?
    } else if types.has(&["number", "amount"]) {
        (1 + rng.below(3)).to_string()
    } else if types.has(&["player", "players"]) {
        "opponent".to_owned()
    } else {
        return None;
    })
}

/// `characters`, `cards`.
fn things(vocab: &Vocab, rng: &mut Rng) -> String {
    let kind = pick(vocab, rng, |w| matches!(w.data, Data::Type(_)));
    let plural = kind.and_then(|kind| kind.forms.get(1)).copied().unwrap_or("cards");
    let state = pick(vocab, rng, |w| {
        matches!(w.data, Data::Adj(crate::vocab::AdjKind::State))
    });
    match state.filter(|_| rng.below(4) == 0) {
        Some(state) => format!("{} {plural}", state.name()),
        None => plural.to_owned(),
    }
}

fn place(vocab: &Vocab, rng: &mut Rng) -> Option<String> {
    let zone = pick(vocab, rng, |w| matches!(&w.data, Data::Zone(_)))?;
    Some(format!(
        "{} {}",
        word(&["your", "your", "opponent's"], rng),
        zone.name()
    ))
}
