//! Patterns of events in words.

use super::Reader;
use super::number::compared;
use super::word::{bits, joined};
use crate::ast::Category;
use crate::exec::code::{PatCause, PatIx, PatKind, PatObject, PatSubject, Pattern, Within};
use crate::kernel::End;

/// The word of a category.
pub(super) fn category(category: Category) -> &'static str {
    match category {
        Category::Act => "ACT",
        Category::Auto => "AUTO",
        Category::Cont => "CONT",
        Category::Play => "PLAY",
    }
}

impl Reader<'_> {
    /// What happens, or would happen.
    pub(super) fn pattern(&self, pattern: PatIx) -> String {
        let would = if self.pool.pattern(pattern).would {
            "it would happen that "
        } else {
            ""
        };
        format!("{would}{}", self.forbidden(pattern))
    }

    /// What is forbidden to happen: that it only would happen goes without saying.
    pub(super) fn forbidden(&self, pattern: PatIx) -> String {
        // The keys are worked out from the rest.
        let Pattern {
            kind,
            subject,
            object,
            who,
            amount,
            in_all,
            by,
            during,
            keys: _,
            would: _,
            together,
            from,
            to,
            about_object,
            free,
        } = self.pool.pattern(pattern);
        let subject = self.pattern_subject(subject);
        let mut text = self.happening(kind, &subject);
        if let Some(object) = object {
            let word = if *about_object { "done to" } else { "with" };
            text = format!("{text}, {word} {}", self.pattern_object(object));
        } else if *about_object {
            text = format!("{text}, done to it");
        }
        if let Some(who) = who {
            text = format!("{text}, of {}", self.who(who));
        }
        if let Some((cmp, n)) = amount {
            let all = if *in_all { " in all" } else { "" };
            text = format!("{text}, amount {}{all}", compared(*cmp, &self.num(*n)));
        }
        if let Some(place) = from {
            text = format!("{text}, from {}", self.place(*place));
        }
        if let Some(place) = to {
            text = format!("{text}, to {}", self.place(*place));
        }
        if *free {
            text.push_str(", without paying");
        }
        if let Some(by) = by {
            text = format!("{text}, by {}", self.pattern_cause(by));
        }
        for when in during {
            text = format!("{text}, during {}", self.when(when));
        }
        if let Some(least) = together {
            text = format!(
                "{text}, once for all that happen together if they are {} or more",
                self.num(*least)
            );
        }
        text
    }

    fn happening(&self, kind: &PatKind, subject: &str) -> String {
        match kind {
            PatKind::Move {
                tag,
                from,
                to,
                end,
                within,
                enters,
            } => {
                let mut text = format!("{subject} moves");
                if let Some(tag) = tag {
                    text = format!("{text} by {}", self.note(*tag));
                }
                if let Some(from) = from {
                    text = format!("{text} from {}", self.place(*from));
                }
                if let Some(to) = to {
                    text = format!("{text} to {}", self.place(*to));
                }
                // The place itself tells of the bottom.
                if *end == Some(End::Top) {
                    text.push_str(", on top");
                }
                match within {
                    Within::No => {}
                    Within::Too => text.push_str(", also inside the zone"),
                    Within::Only => text.push_str(" from position to position"),
                }
                if *enters {
                    text.push_str(", judged where it comes to");
                }
                text
            }
            PatKind::Turn(orients) => {
                let words: Vec<String> = bits(u128::from(*orients))
                    .map(|o| self.orient(u8::try_from(o).unwrap_or(u8::MAX)))
                    .collect();
                format!("{subject} becomes {}", joined(&words, "or"))
            }
            PatKind::Face(true) => format!("{subject} is turned face down"),
            PatKind::Face(false) => format!("{subject} is turned face up"),
            PatKind::Note(notes) => format!("{subject}: {}", self.notes(*notes)),
            PatKind::Counter(kind, true) => format!("{} counters are put on {subject}", self.counter(*kind)),
            PatKind::Counter(kind, false) => format!("{} counters are taken from {subject}", self.counter(*kind)),
            PatKind::Value(attr, true) => format!("{} of {subject} becomes greater", self.attr(*attr)),
            PatKind::Value(attr, false) => format!("{} of {subject} becomes smaller", self.attr(*attr)),
            PatKind::Points(val, true) => format!("{} of a player becomes greater", self.player_attr(*val)),
            PatKind::Points(val, false) => format!("{} of a player becomes smaller", self.player_attr(*val)),
            PatKind::Time(when) => format!("it becomes {}", self.when(when)),
        }
    }

    fn pattern_subject(&self, subject: &PatSubject) -> String {
        match subject {
            PatSubject::Any => "anything".to_owned(),
            PatSubject::This => "this card".to_owned(),
            PatSubject::Objs(objs) => format!("one of {}", self.obj(*objs)),
            PatSubject::Fits(select) => format!("one of {}", self.select(select)),
        }
    }

    fn pattern_object(&self, object: &PatObject) -> String {
        match object {
            PatObject::Objs(objs) => format!("one of {}", self.obj(*objs)),
            PatObject::Fits(select) => format!("one of {}", self.select(select)),
            PatObject::Keyword(keywords) => format!("an ability {}", self.keywords(*keywords)),
            PatObject::Category(word) => format!("an {} ability", category(*word)),
            PatObject::ThisAbility => "this ability".to_owned(),
            PatObject::Producer => "an ability that makes icons".to_owned(),
            PatObject::Player(who) => self.who(who),
            PatObject::Any(any) => joined(&any.iter().map(|o| self.pattern_object(o)).collect::<Vec<_>>(), "or"),
        }
    }

    fn pattern_cause(&self, cause: &PatCause) -> String {
        let PatCause {
            effect,
            cost,
            damage,
            keyword,
            call,
            category: of,
            whose,
            card,
            spell,
            any,
        } = cause;
        let mut parts = Vec::new();
        let mut say = |holds: bool, text: String| {
            if holds {
                parts.push(text);
            }
        };
        say(*effect, "an effect".to_owned());
        say(*cost, "the payment of a cost".to_owned());
        say(*damage != 0, format!("damage ({}) that destroys", self.notes(*damage)));
        say(*keyword != 0, format!("an ability {}", self.keywords(*keyword)));
        let named = self.pool.keywords.get_index(usize::from(call.saturating_sub(1)));
        let named = named.map_or("", String::as_str);
        say(*call != 0, format!("what `{named}` stands for"));
        if let Some(of) = of {
            say(true, format!("an {} ability", category(*of)));
        }
        if let Some(who) = whose {
            say(true, format!("something of {}", self.who(who)));
        }
        if let Some(card) = card {
            say(true, format!("one of {}", self.select(card)));
        }
        match spell {
            Some(true) => say(true, "a card that is played or resolves".to_owned()),
            Some(false) => say(true, "an ability that is played or resolves".to_owned()),
            None => {}
        }
        if !any.is_empty() {
            let any: Vec<String> = any.iter().map(|c| self.pattern_cause(c)).collect();
            say(true, format!("({})", joined(&any, "or")));
        }
        joined(&parts, "and")
    }
}
