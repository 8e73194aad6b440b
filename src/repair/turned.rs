//! Printed sentences whose parts the language says in another order: a cost in front of its trigger, `give` with what is given, a number behind
//! `equal to`.

use super::candidates::{Candidate, Slip, Suspect};
use crate::lex::TokenKind;
use std::ops::Range;

/// What a sentence in another order costs.
const TURNED: u32 = 6;

/// The changes of the statements around the failure.
pub(super) fn candidates(suspect: &Suspect<'_>, around: Range<usize>, out: &mut Vec<Candidate>) {
    for at in around {
        cost_first(suspect, at, out);
        give(suspect, at, out);
        equal_to(suspect, at, out);
        raised(suspect, at, out);
        sum(suspect, at, out);
        cost_less(suspect, at, out);
        times(suspect, at, out);
        acting_target(suspect, at, out);
        acting_player(suspect, at, out);
        controlled(suspect, at, out);
        look_up_to(suspect, at, out);
        own_deed(suspect, at, out);
    }
}

/// `this deals 300 damage`: what a card does by its text is a command.
fn own_deed(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let counted = suspect.kind(at + 2) == Some(TokenKind::Num);
    if !matches!(suspect.word(at), "this" | "it") || suspect.kind(at + 1) != Some(TokenKind::Word) || !counted {
        return;
    }
    let end = end_of_statement(suspect, at);
    if let (Some(verb), Some(rest)) = (suspect.word(at + 1).strip_suffix('s'), said(suspect, at + 2..end)) {
        let mut candidate = Candidate::one(Slip::Printed, 0..0, format!("{verb} {rest}"), TURNED);
        if let (Some(range), Some((place, _))) = (bytes(suspect, at..end), candidate.edits.first_mut()) {
            *place = range;
            candidate.note = Some("what a card does by its text is a command; the card does it itself");
            out.push(candidate);
        }
    }
}

/// One past the last token of the statement that a token is in.
fn end_of_statement(suspect: &Suspect<'_>, at: usize) -> usize {
    let mut depth = 0_usize;
    for i in at + 1..suspect.tokens.len() {
        match suspect.kind(i) {
            Some(TokenKind::LBrace | TokenKind::LBracket | TokenKind::LParen) => depth += 1,
            Some(TokenKind::RBrace | TokenKind::RBracket | TokenKind::RParen) if depth == 0 => return i,
            Some(TokenKind::RBrace | TokenKind::RBracket | TokenKind::RParen) => depth -= 1,
            Some(TokenKind::Semi) if depth == 0 => return i,
            _ => {}
        }
        let gap = suspect.range(i - 1).zip(suspect.range(i));
        let gap = gap.and_then(|(before, own)| suspect.text.get(before.end..own.start));
        if depth == 0 && gap.is_some_and(|gap| gap.contains('\n')) {
            return i;
        }
    }
    suspect.tokens.len()
}

/// The first token of the statement that a token is in.
fn start_of_statement(suspect: &Suspect<'_>, at: usize) -> usize {
    let ends = |i: usize| {
        matches!(
            suspect.kind(i),
            Some(TokenKind::LBrace | TokenKind::RBrace | TokenKind::Semi | TokenKind::Comma)
        )
    };
    (0..at).rev().find(|i| ends(*i)).map_or(0, |i| i + 1)
}

/// The bytes of some tokens.
fn bytes(suspect: &Suspect<'_>, tokens: Range<usize>) -> Option<Range<usize>> {
    let last = tokens.end.checked_sub(1).filter(|last| *last >= tokens.start)?;
    Some(suspect.range(tokens.start)?.start..suspect.range(last)?.end)
}

/// The text of some tokens.
fn said<'t>(suspect: &Suspect<'t>, tokens: Range<usize>) -> Option<&'t str> {
    suspect.text.get(bytes(suspect, tokens)?)
}

/// A statement, or a part of it, said anew.
fn anew(suspect: &Suspect<'_>, tokens: Range<usize>, with: String, cost: u32, out: &mut Vec<Candidate>) {
    if let Some(range) = bytes(suspect, tokens) {
        out.push(Candidate::one(Slip::Printed, range, with, cost));
    }
}

fn is_one_of(suspect: &Suspect<'_>, at: usize, words: &[&str]) -> bool {
    words.iter().any(|word| suspect.word(at).eq_ignore_ascii_case(word))
}

fn says(suspect: &Suspect<'_>, at: usize, words: &str) -> bool {
    words
        .split(' ')
        .enumerate()
        .all(|(i, word)| suspect.word(at + i) == word)
}

/// A letter for a number that nothing else uses.
fn free_letter<'l>(suspect: &Suspect<'_>) -> Option<&'l str> {
    let used = |letter: &str| (0..suspect.tokens.len()).any(|i| suspect.word(i) == letter);
    ["X", "Y", "Z"].into_iter().find(|letter| !used(letter))
}

/// `AUTO [pay 1] when this attacks {`: a cost stands behind its trigger.
fn cost_first(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    if suspect.kind(at) != Some(TokenKind::LBracket) {
        return;
    }
    let close = (at + 1..suspect.tokens.len()).find(|i| suspect.kind(*i) == Some(TokenKind::RBracket));
    let Some(close) = close.filter(|close| is_one_of(suspect, close + 1, &["when", "whenever", "at"])) else {
        return;
    };
    let block = (close + 1..suspect.tokens.len()).find(|i| suspect.kind(*i) == Some(TokenKind::LBrace));
    let (Some(block), Some(cost)) = (block, said(suspect, at..close + 1)) else {
        return;
    };
    let Some(trigger) = said(suspect, close + 1..block) else {
        return;
    };
    let trigger = trigger
        .replacen("whenever", "when", 1)
        .replacen("beginning", "start", 1);
    let trigger = trigger.trim_end_matches(',');
    let mut candidate = Candidate::one(Slip::Printed, 0..0, format!("{trigger} {cost}"), TURNED);
    if let (Some(range), Some((place, _))) = (bytes(suspect, at..block), candidate.edits.first_mut()) {
        *place = range;
        candidate.note = Some("a cost stands behind the trigger, right before `{`");
        out.push(candidate);
    }
}

/// `give this +2000 power`, `give it Ward`: what gets something is the subject.
fn give(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    if !is_one_of(suspect, at, &["give", "gives", "grant", "grants"]) {
        return;
    }
    let end = end_of_statement(suspect, at);
    let starts = |i: usize| {
        matches!(
            suspect.kind(i),
            Some(TokenKind::Plus | TokenKind::Minus | TokenKind::LBrace)
        ) || suspect.word(i).starts_with(char::is_uppercase)
    };
    let Some(what) = (at + 2..end).find(|i| starts(*i)) else {
        return;
    };
    if let (Some(who), Some(rest)) = (said(suspect, at + 1..what), said(suspect, what..end)) {
        let many = plural(suspect, at + 1..what);
        for (verb, fits) in [("get", many), ("gets", !many)] {
            let cost = if fits { TURNED } else { TURNED + 4 };
            anew(suspect, at..end, format!("{who} {verb} {rest}"), cost, out);
        }
    }
}

/// Whether several get it.
fn plural(suspect: &Suspect<'_>, subject: Range<usize>) -> bool {
    let words: Vec<&str> = subject.map(|i| suspect.word(i)).collect();
    let first = words.first().copied().unwrap_or("");
    let one = matches!(first, "1" | "this" | "that" | "it" | "each" | "another" | "a" | "an");
    !one && (words.last().is_some_and(|last| last.ends_with('s')) || matches!(first, "all" | "them" | "those"))
}

/// `deal damage equal to its power to opponent`: a number gets a letter.
fn equal_to(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let Some(letter) = free_letter(suspect) else { return };
    let end = end_of_statement(suspect, at);
    let whole = |number: Range<usize>, rest: Range<usize>, noun: &str, out: &mut Vec<Candidate>| {
        let rest = said(suspect, rest).map_or(String::new(), |rest| format!(" {rest}"));
        if let Some(number) = said(suspect, number) {
            let bare = number.strip_prefix("the ").unwrap_or(number);
            for (number, cost) in [(bare, TURNED), (number, TURNED + 3)] {
                let with = format!("{letter}{noun}{rest} where {letter} is {number}");
                anew(suspect, at..end, with, cost, out);
            }
        }
    };
    let noun = suspect.word(at);
    if !matches!(suspect.kind(at), Some(TokenKind::Word)) {
        return;
    }
    if says(suspect, at + 1, "equal to") {
        let to = (at + 4..end).rev().find(|i| suspect.word(*i) == "to");
        let cut = to.unwrap_or(end);
        whole(at + 3..cut, cut..end, &format!(" {noun}"), out);
        // What is counted by the verb alone needs no noun: `draw X`.
        whole(at + 3..cut, cut..end, "", out);
    } else if suspect.word(at + 1) == "to"
        && let Some(equal) = (at + 2..end).find(|i| says(suspect, *i, "equal to"))
    {
        whole(equal + 2..end, at + 1..equal, &format!(" {noun}"), out);
    }
}

/// `increase your attack by 3`, `reduce its cost by 1`: what changes is got.
fn raised(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let sign = match suspect.word(at).to_ascii_lowercase().as_str() {
        "increase" | "raise" => '+',
        "reduce" | "decrease" | "lower" => '-',
        _ => return,
    };
    let end = end_of_statement(suspect, at);
    let Some(by) = (at + 2..end).find(|i| suspect.word(*i) == "by") else {
        return;
    };
    let (who, what) = match (suspect.word(at + 1), suspect.kind(at + 2)) {
        ("your", _) => ("you get", at + 2),
        ("its", _) => ("it gets", at + 2),
        ("their", _) => ("they get", at + 2),
        ("opponent", Some(TokenKind::Apos)) => ("opponent gets", at + 3),
        ("this", _) => ("this gets", at + 4),
        _ => return,
    };
    if let (Some(what), Some(number)) = (said(suspect, what..by), said(suspect, by + 1..by + 2)) {
        let rest = said(suspect, by + 2..end).map_or(String::new(), |rest| format!(" {rest}"));
        anew(
            suspect,
            at..end,
            format!("{who} {sign}{number} {what}{rest}"),
            TURNED,
            out,
        );
    }
}

/// `deal X + 1 damage`: a sum in front of a noun stands in brackets.
fn sum(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    use TokenKind::{Minus, Num, Plus, Slash, Star};
    let letter = |i: usize| suspect.word(i).len() == 1 && suspect.word(i).starts_with(|c: char| c.is_ascii_uppercase());
    let value = |i: usize| letter(i) || suspect.kind(i) == Some(Num);
    let sign = matches!(suspect.kind(at + 1), Some(Plus | Minus | Star | Slash));
    let is_sum = value(at) && sign && value(at + 2) && (letter(at) || letter(at + 2));
    if let Some(text) = said(suspect, at..at + 3).filter(|_| is_sum) {
        anew(suspect, at..at + 3, format!("({text})"), TURNED, out);
    }
}

/// `your spells cost 3 less`: each of them does.
fn cost_less(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let counts = suspect.kind(at + 1) == Some(TokenKind::Num) && is_one_of(suspect, at + 2, &["less", "more"]);
    let start = start_of_statement(suspect, at);
    if !is_one_of(suspect, at, &["cost", "costs"]) || !counts || start == at {
        return;
    }
    if let (Some(who), Some(rest)) = (said(suspect, start..at), said(suspect, at + 1..at + 3)) {
        let who = who.strip_prefix("all ").unwrap_or(who);
        let who = who.strip_prefix("of ").unwrap_or(who);
        let each = if plural(suspect, start..at) { "each of " } else { "" };
        anew(suspect, start..at + 3, format!("{each}{who} costs {rest}"), TURNED, out);
    }
}

/// `draw 1 2 times`, `ready it 2 times`: what is repeated stands in a block.
fn times(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let number = at.checked_sub(1).filter(|_| suspect.word(at) == "times");
    let Some(number) = number else { return };
    let start = start_of_statement(suspect, at);
    if let (Some(deed), Some(number)) = (said(suspect, start..number), said(suspect, number..number + 1)) {
        anew(
            suspect,
            start..at + 1,
            format!("repeat {number} times {{ {deed} }}"),
            TURNED,
            out,
        );
    }
}

/// `1 target player discards 1 card`: who acts is named, and what they do stands in a block.
fn acting_target(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let is_player = suspect.kind(at) == Some(TokenKind::Player) && at > 0 && suspect.word(at - 1) == "target";
    if !is_player {
        return;
    }
    let end = end_of_statement(suspect, at);
    let counted = at >= 2 && suspect.kind(at - 2) == Some(TokenKind::Num);
    let start = if counted { at - 2 } else { at - 1 };
    let verb = suspect.word(at + 1);
    if let (Some(one), Some(rest)) = (verb.strip_suffix('s'), said(suspect, at + 2..end)) {
        let with = format!("1 target player {{ {one} {rest} }}");
        anew(suspect, start..end, with, TURNED, out);
        // Some verbs count cards by themselves: `discard 1`.
        if let Some((number, _)) = rest.rsplit_once(' ') {
            let with = format!("1 target player {{ {one} {number} }}");
            anew(suspect, start..end, with, TURNED + 1, out);
        }
    }
}

/// `your opponent loses the game`, `each player draws 1 card`: what another player does stands in a block.
fn acting_player(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let (who, verb) = match suspect.kind(at) {
        Some(TokenKind::Opponent) => ("opponent", at + 1),
        Some(TokenKind::Each) if suspect.kind(at + 1) == Some(TokenKind::Player) => ("each player", at + 2),
        _ => return,
    };
    let end = end_of_statement(suspect, at);
    let start = if at > 0 && suspect.word(at - 1) == "your" {
        at - 1
    } else {
        at
    };
    let (Some(one), Some(rest)) = (suspect.word(verb).strip_suffix('s'), said(suspect, verb + 1..end)) else {
        return;
    };
    let rest = match rest.strip_prefix("a ").or_else(|| rest.strip_prefix("an ")) {
        Some(what) => format!("1 {what}"),
        None => rest.to_owned(),
    };
    anew(suspect, start..end, format!("{who} {{ {one} {rest} }}"), TURNED, out);
    // Some verbs count cards by themselves: `draw 1`.
    if let Some((number, _)) = rest.rsplit_once(' ') {
        anew(
            suspect,
            start..end,
            format!("{who} {{ {one} {number} }}"),
            TURNED + 1,
            out,
        );
    }
}

/// `1 <Shell> character you control`, `number of characters you control`: whose it is stands in front.
fn controlled(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    /// The most words that describe a noun.
    const MOST: usize = 4;
    let noun = at.checked_sub(1).filter(|_| says(suspect, at, "you control"));
    let Some(noun) = noun.filter(|noun| suspect.kind(*noun) == Some(TokenKind::Word)) else {
        return;
    };
    let describes = |at: &usize| {
        let kind = suspect.kind(*at);
        matches!(kind, Some(TokenKind::Word | TokenKind::Tag | TokenKind::Str)) || kind == Some(TokenKind::Other)
    };
    let before = (0..noun).rev().take(MOST).take_while(describes);
    for start in before.chain([noun]) {
        let Some(what) = said(suspect, start..noun + 1) else {
            continue;
        };
        let counted = start.checked_sub(1).and_then(|number| suspect.kind(number)) == Some(TokenKind::Num);
        let with = match (counted, what.ends_with('s')) {
            (true, true) => format!("of your {what}"),
            (true, false) => format!("of your {what}s"),
            (false, _) => format!("your {what}"),
        };
        // The nearer to the number, the more of the description is kept together.
        let far = u32::try_from(noun - start).unwrap_or(0);
        anew(suspect, start..at + 2, with, (TURNED + 4).saturating_sub(far), out);
    }
}

/// `look at up to 3 of the top cards of your deck`: as many as stand there.
fn look_up_to(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let number = suspect.word(at + 2);
    if says(suspect, at, "up to") && says(suspect, at + 3, "of the top cards") {
        anew(
            suspect,
            at..at + 7,
            format!("up to the top {number} cards"),
            TURNED + 3,
            out,
        );
        anew(
            suspect,
            at..at + 7,
            format!("up to {number} cards from the top"),
            TURNED + 2,
            out,
        );
        anew(suspect, at..at + 7, format!("the top {number} cards"), TURNED + 5, out);
    }
    if says(suspect, at, "up to") && says(suspect, at + 3, "cards from the top") {
        anew(suspect, at..at + 7, format!("the top {number} cards"), TURNED, out);
    }
}
