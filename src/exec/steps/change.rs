//! Continuous changes in words.

use super::event::category;
use super::names::{at, joined};
use super::{Lines, Reader};
use crate::exec::code::{ApplyTo, Change, ChangeIx, ChangeOp, EnterAs, PriceHow, Static, WhichAbility};
use crate::kernel::AbilityIx;

impl Reader<'_> {
    pub(super) fn apply_to(&self, to: &ApplyTo) -> String {
        match to {
            ApplyTo::Cards(objs) => self.obj(*objs),
            ApplyTo::Open(objs) => format!("whatever is at any time one of {}", self.obj(*objs)),
            ApplyTo::Players(who) => self.who(who),
        }
    }

    /// A part of a continuous ability, with what it gives below it.
    pub(super) fn statics(&self, part: &Static, lines: &mut Lines) {
        let Static {
            scope,
            each,
            changes,
            cond,
        } = part;
        if let Some((objs, at)) = each {
            lines.add(format!("once for each of {}{}", self.obj(*objs), self.kept("", *at)));
        }
        let cond = cond.map_or_else(String::new, |c| format!("while {}: ", self.cond(c)));
        lines.add(format!("{cond}all the time, {}", self.apply_to(scope)));
        lines.inside(|lines| self.changes(changes, lines));
    }

    pub(super) fn changes(&self, changes: &[ChangeIx], lines: &mut Lines) {
        for change in changes {
            self.change(*change, lines);
        }
    }

    fn change(&self, change: ChangeIx, lines: &mut Lines) {
        // What it reads and writes is worked out from the rest; the layer is the table's.
        let Change {
            op,
            per,
            each,
            during,
            only,
            next,
            layer: _,
            reads: _,
            writes: _,
        } = self.pool.change(change);
        let mut text = self.change_op(op);
        if let Some(per) = per {
            text = format!("{text}, for each of {}", self.obj(*per));
        }
        if *each {
            text.push_str(", worked out for each card");
        }
        if let Some(during) = during {
            text = format!("{text}, during {}", self.when(during));
        }
        if let Some(only) = only {
            text = format!("{text}, only while {}", self.cond(*only));
        }
        if let Some(next) = next {
            text = format!("{text}, for the first of which this happens: {}", self.pattern(*next));
        }
        lines.add(text);
        if let ChangeOp::Abilities(given, _) | ChangeOp::PlayerAbilities(given, _) = op {
            self.given(given, lines);
        }
        if let ChangeOp::AllowFor(_, cost) = op {
            lines.inside(|lines| self.code(self.pool.cost(*cost).pc, lines));
        }
    }

    /// Abilities that are given, below what gives them.
    pub(super) fn given(&self, given: &[AbilityIx], lines: &mut Lines) {
        lines.inside(|lines| {
            for ability in given {
                self.nested(*ability, lines);
            }
        });
    }

    fn change_op(&self, op: &ChangeOp) -> String {
        match op {
            ChangeOp::Add { attr, by, minus } => format!("{} {}{}", self.attr(*attr), sign(*minus), self.num(*by)),
            ChangeOp::SetAttr(attr, to) => format!("{} becomes {}", self.attr(*attr), self.num(*to)),
            ChangeOp::PlayerAdd { val, by, minus } => {
                format!(
                    "{} of the player {}{}",
                    self.player_attr(*val),
                    sign(*minus),
                    self.num(*by)
                )
            }
            ChangeOp::PlayerSet(val, to) => {
                format!("{} of the player becomes {}", self.player_attr(*val), self.num(*to))
            }
            ChangeOp::Tag(tag, gain) => format!("{} tag {}", gains(*gain), self.tag(*tag)),
            ChangeOp::TagSlot(at, gain) => format!("{} the tag {}", gains(*gain), self.slot(*at)),
            ChangeOp::NoTags => "loses all tags".to_owned(),
            ChangeOp::Words { clear: 0, add } => format!("gains {}", self.words(*add)),
            ChangeOp::Words { clear, add: 0 } => format!("loses {}", self.words(*clear)),
            ChangeOp::Words { clear, add } => {
                format!("loses {} and then gains {}", self.words(*clear), self.words(*add))
            }
            ChangeOp::TagsAre(tags) => {
                let tags: Vec<String> = tags.iter().map(|t| self.tag(*t)).collect();
                format!("has the tags {} and no others", joined(&tags, "and"))
            }
            ChangeOp::Type(types) => format!("is also of type {}", self.types(*types)),
            ChangeOp::TypeIs(types) => format!("is of type {} and no other", self.types(*types)),
            ChangeOp::Name(name) => format!("is also named \"{}\"", self.pool.name(*name)),
            ChangeOp::NameIs(name) => format!("is named \"{}\" and nothing else", self.pool.name(*name)),
            ChangeOp::Declared {
                slot: at,
                key,
                gain,
                replace,
            } => {
                let instead = if *replace { " instead of what it had" } else { "" };
                format!(
                    "{} the {} declared as {}{instead}",
                    gains(*gain),
                    self.attr_key(*key),
                    self.slot(*at)
                )
            }
            ChangeOp::CopyOf(objs) => format!("becomes a copy of the first of {}", self.obj(*objs)),
            ChangeOp::Controller(who) => format!("is controlled by {}", self.who(who)),
            ChangeOp::Abilities(_, 0) => "gains these abilities:".to_owned(),
            ChangeOp::Abilities(_, keywords) => format!("gains these abilities, as {}:", self.keywords(*keywords)),
            ChangeOp::AbilitiesOf(objs, of) => format!("has the {} abilities of {}", category(*of), self.obj(*objs)),
            ChangeOp::LoseKeyword(keywords) => format!("loses {}", self.keywords(*keywords)),
            ChangeOp::Invalid(keywords) => format!("its abilities {} do nothing", self.keywords(*keywords)),
            ChangeOp::PlayerAbilities(_, 0) => "the player gains these abilities:".to_owned(),
            ChangeOp::PlayerAbilities(_, keywords) => {
                format!("the player gains these abilities, as {}:", self.keywords(*keywords))
            }
            ChangeOp::Release(keywords) => format!("what {} asks for counts as met", self.keywords(*keywords)),
            ChangeOp::Shown => "everybody sees it".to_owned(),
            ChangeOp::NoAbilities => "loses all abilities".to_owned(),
            ChangeOp::NoGranted => "loses all abilities that effects gave".to_owned(),
            ChangeOp::LoseThis => "loses this ability".to_owned(),
            ChangeOp::Forbid(_)
            | ChangeOp::Allow(..)
            | ChangeOp::AllowSome(..)
            | ChangeOp::MustWith(..)
            | ChangeOp::AtMost(..)
            | ChangeOp::NoCost { .. }
            | ChangeOp::AllowFor(..)
            | ChangeOp::Copies(..)
            | ChangeOp::Substitute(..)
            | ChangeOp::Must(_)
            | ChangeOp::PriceIcons { .. }
            | ChangeOp::Price(..)
            | ChangeOp::PriceIs(_) => self.rule_change(op),
            ChangeOp::EnterAs(enter) => self.enter_as(enter),
        }
    }

    /// What may be done, what must be, and for how much.
    fn rule_change(&self, op: &ChangeOp) -> String {
        let tables = self.pool.tables;
        match op {
            ChangeOp::Forbid(pattern) => format!("cannot happen: {}", self.forbidden(*pattern)),
            ChangeOp::Allow(allow, None) => format!("may {}", self.allow(*allow)),
            ChangeOp::Allow(allow, Some(objs)) => format!(
                "may {}, with what is then among {}",
                self.allow(*allow),
                self.obj(*objs)
            ),
            ChangeOp::AllowSome(allow, objs, n) => {
                format!(
                    "may {}, with up to {} of {} at once",
                    self.allow(*allow),
                    self.num(*n),
                    self.obj(*objs)
                )
            }
            ChangeOp::MustWith(must, objs) => {
                format!(
                    "must {}, with all of {}",
                    at(tables.musts, usize::from(*must), "duty"),
                    self.obj(*objs)
                )
            }
            ChangeOp::AtMost(keywords, n) => {
                format!("a deck may have at most {n} cards with {}", self.keywords(*keywords))
            }
            ChangeOp::NoCost {
                category: of,
                keywords,
                which,
            } => {
                let of = of.map_or("", category);
                let keywords = if *keywords == 0 {
                    String::new()
                } else {
                    format!(" {}", self.keywords(*keywords))
                };
                let which = match which {
                    None => "",
                    Some(WhichAbility::This) => ", this one only",
                    Some(WhichAbility::Event) => ", the one of the event only",
                };
                format!("abilities {of}{keywords} cost nothing{which}")
            }
            ChangeOp::AllowFor(allow, cost) => {
                format!(
                    "may {} for this cost instead of its price: {}",
                    self.allow(*allow),
                    self.cost(*cost)
                )
            }
            ChangeOp::Copies(name, n) => format!("a deck may have {n} cards named \"{}\"", self.pool.name(*name)),
            ChangeOp::Substitute(with, of) => format!("{} pays for {}", self.icon(*with), self.icon(*of)),
            ChangeOp::Must(must) => format!("must {} if it can", at(tables.musts, usize::from(*must), "duty")),
            ChangeOp::PriceIcons { how, icons, keywords } => {
                let what = if *keywords == 0 {
                    "it".to_owned()
                } else {
                    format!("its ability {}", self.keywords(*keywords))
                };
                let icons = self.icons(icons);
                match how {
                    PriceHow::Instead => format!("playing {what} costs {icons} instead"),
                    PriceHow::More => format!("playing {what} costs {icons} more"),
                    PriceHow::Less => format!("playing {what} costs {icons} less"),
                }
            }
            ChangeOp::Price(n, true) => format!("playing it costs {} more", self.num(*n)),
            ChangeOp::Price(n, false) => format!("playing it costs {} less", self.num(*n)),
            ChangeOp::PriceIs(n) => format!("playing it costs {}", self.num(*n)),
            _ => String::new(),
        }
    }

    /// A permission of the game's table.
    fn allow(&self, allow: u8) -> String {
        let Some(row) = self.pool.tables.allows.get(usize::from(allow)) else {
            return format!("permission {allow}");
        };
        let mut text = row.verb.to_owned();
        if !row.without.is_empty() {
            text = format!("{text} without {}", row.without);
        }
        if !row.from.is_empty() {
            let zones: Vec<String> = row.from.iter().map(|z| self.zone(*z)).collect();
            text = format!("{text} from {}", joined(&zones, "or"));
        }
        if !row.part.is_empty() {
            text = format!("{text} from {}", row.part);
        }
        text
    }

    fn enter_as(&self, enter: &EnterAs) -> String {
        let EnterAs {
            what,
            place,
            orient,
            counters,
        } = enter;
        let what = what
            .as_ref()
            .map_or_else(|| "this card".to_owned(), |select| self.select(select));
        let mut text = format!("{what} comes into {}", self.place(*place));
        if let Some(orient) = orient {
            text = format!("{text} {}", self.orient(*orient));
        }
        for (kind, n) in counters {
            text = format!("{text} with {} {} counters", self.num(*n), self.counter(*kind));
        }
        text
    }
}

fn sign(minus: bool) -> &'static str {
    if minus { "-" } else { "+" }
}

fn gains(gain: bool) -> &'static str {
    if gain { "gains" } else { "loses" }
}
