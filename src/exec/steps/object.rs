//! Cards, players and places in words.

use super::Reader;
use super::number::compared;
use super::word::{at, joined};
use crate::exec::code::{Filter, Obj, ObjIx, Pick, PickDemand, PickIx, Place, PlaceIx, Select, Who};
use crate::kernel::{End, ZoneId};

impl Reader<'_> {
    pub(super) fn who(&self, who: &Who) -> String {
        match who {
            Who::You => "you".to_owned(),
            Who::Opponent => "your opponent".to_owned(),
            Who::Each => "each player, the turn player first".to_owned(),
            Who::Actor => "the acting player".to_owned(),
            Who::Event => "the player of the event".to_owned(),
            Who::OpponentOf(who) => format!("the opponent of {}", self.who(who)),
            Who::OwnerOf(objs) => format!("the owner of {}", self.obj(*objs)),
            Who::MasterOf(objs) => format!("the controller of {}", self.obj(*objs)),
            Who::Slot(at) => format!("the player {}", self.slot(*at)),
            Who::Turn => "the turn player".to_owned(),
            Who::Any => "any player".to_owned(),
        }
    }

    /// `your`, `the turn player's`.
    pub(super) fn whose(&self, who: &Who) -> String {
        match who {
            Who::You => "your".to_owned(),
            who => format!("{}'s", self.who(who)),
        }
    }

    pub(super) fn objs(&self, objs: &[ObjIx]) -> String {
        joined(&objs.iter().map(|o| self.obj(*o)).collect::<Vec<_>>(), "and")
    }

    pub(super) fn obj(&self, obj: ObjIx) -> String {
        match self.pool.obj(obj) {
            Obj::This => "this card".to_owned(),
            Obj::Subject => "the card in question".to_owned(),
            Obj::Slot(at) => self.slot(*at),
            Obj::SlotOf(at, who) => format!("{} of {}", self.slot(*at), self.who(who)),
            Obj::Rest(of, without) => {
                let without: Vec<String> = without.iter().map(|s| self.slot(*s)).collect();
                format!("{} without {}", self.slot(*of), joined(&without, "and"))
            }
            Obj::EventSubject => "the card of the event".to_owned(),
            Obj::EventObject => "what the event is done to".to_owned(),
            Obj::EventCause => "the card behind the event".to_owned(),
            Obj::Select(select) => self.select(select),
            Obj::Related(rel, of) => format!("the {} of {}", self.relation(*rel), self.obj(*of)),
            Obj::Known(known) => format!("the {}", at(self.pool.tables.knowns, usize::from(*known), "known card")),
            Obj::Pile { top, count, place } => {
                let end = if *top { "top" } else { "bottom" };
                format!("the {end} {} of {}", self.num(*count), self.place(*place))
            }
            Obj::Join(all) => self.objs(all),
            Obj::At(place) => format!("all cards in {}", self.place(*place)),
            Obj::Players(who) => self.who(who),
            Obj::Host(n) => format!("what the host says ({n})"),
        }
    }

    /// A description: `[other cards of yours, in your stage, that are: …]`.
    pub(super) fn select(&self, select: &Select) -> String {
        let Select {
            whose,
            places,
            among,
            other,
            types,
            filters,
            extreme,
        } = select;
        let mut text = if *types == 0 {
            "cards".to_owned()
        } else {
            format!("{} cards", self.types(*types))
        };
        if *other {
            text = format!("other {text}");
        }
        if let Some(who) = whose {
            text = format!("{text} controlled by {}", self.who(who));
        }
        if !places.is_empty() {
            let places: Vec<String> = places.iter().map(|p| self.place(*p)).collect();
            text = format!("{text} in {}", joined(&places, "or"));
        }
        if let Some(among) = among {
            text = format!("{text} among {}", self.obj(*among));
        }
        if !filters.is_empty() {
            text = format!("{text} with: {}", self.filters(filters));
        }
        if let Some((high, attr)) = extreme {
            let word = if *high { "highest" } else { "lowest" };
            text = format!("{text}, of these the ones with the {word} {}", self.attr(*attr));
        }
        format!("[{text}]")
    }

    pub(super) fn filters(&self, filters: &[Filter]) -> String {
        match filters {
            [] => "anything".to_owned(),
            all => joined(&all.iter().map(|f| self.filter(f)).collect::<Vec<_>>(), "and"),
        }
    }

    fn filter(&self, filter: &Filter) -> String {
        match filter {
            Filter::Type(types) => format!("type {}", self.types(*types)),
            Filter::Tag(tag) => format!("tag {}", self.tag(*tag)),
            Filter::Named(name) => format!("name \"{}\"", self.pool.name(*name)),
            Filter::NamedAs(at) => format!("the name {}", self.slot(*at)),
            // The text says which names are meant; which of them there are is known when all cards are.
            Filter::NameAmong(_, parts) => {
                let parts: Vec<String> = parts.iter().map(|part| format!("\"{part}\"")).collect();
                format!("{} in its name", joined(&parts, "or"))
            }
            Filter::TextHas(attr, texts) => {
                let texts: Vec<String> = texts.iter().map(|t| format!("\"{t}\"")).collect();
                let attr = at(self.pool.tables.text_attrs, usize::from(*attr), "text");
                format!("{} in its {attr}", joined(&texts, "or"))
            }
            Filter::Orient(orient) => format!("being {}", self.orient(*orient)),
            Filter::FaceDown(true) => "lying face down".to_owned(),
            Filter::FaceDown(false) => "lying face up".to_owned(),
            Filter::State(state) => format!("being {}", self.state(*state)),
            Filter::Words(words) => self.words(*words),
            Filter::NoWords(words) => format!("none of {}", self.words(*words)),
            Filter::Attr(attr, cmp, n) => format!("{} {}", self.attr(*attr), compared(*cmp, &self.num(*n))),
            Filter::Keyword(keywords) => format!("the ability or label {}", self.keywords(*keywords)),
            Filter::Counter(None, cmp, n) => format!("counters: {}", compared(*cmp, &self.num(*n))),
            Filter::Counter(Some(kind), cmp, n) => {
                format!("{} counters: {}", self.counter(*kind), compared(*cmp, &self.num(*n)))
            }
            Filter::Icons(None, cmp, n) => format!("icons: {}", compared(*cmp, &self.num(*n))),
            Filter::Icons(Some(icon), cmp, n) => {
                format!("icons {}: {}", self.word_icon(*icon), compared(*cmp, &self.num(*n)))
            }
            Filter::Price(icon) => format!("{} in its price", self.price_icon(*icon)),
            Filter::Under(filters, cmp, n) => {
                format!(
                    "cards under it with {}: {}",
                    self.filters(filters),
                    compared(*cmp, &self.num(*n))
                )
            }
            Filter::Same(key, objs) => format!("a {} that {} also has", self.attr_key(*key), self.obj(*objs)),
            Filter::Among(objs) => format!("being among {}", self.obj(*objs)),
            Filter::At(place) | Filter::Noun(place) => format!("being in {}", self.place(*place)),
            Filter::Of(who) => format!("being controlled by {}", self.who(who)),
            Filter::OwnedBy(who) => format!("being owned by {}", self.who(who)),
            Filter::Did(pattern, window) => {
                format!(
                    "having been the card of: {} {}",
                    self.pattern(*pattern),
                    self.window(window)
                )
            }
            Filter::If(cond) => format!("of it holds: {}", self.cond(*cond)),
            Filter::Related(rel, filters) => format!("a {} with: {}", self.relation(*rel), self.filters(filters)),
            Filter::Not(inner) => format!("not ({})", self.filter(inner)),
            Filter::Any(any) => {
                format!(
                    "({})",
                    joined(&any.iter().map(|f| self.filter(f)).collect::<Vec<_>>(), "or")
                )
            }
            Filter::All(all) => format!("({})", self.filters(all)),
        }
    }

    /// An icon of the attribute whose words are icons.
    pub(super) fn word_icon(&self, icon: u8) -> String {
        let row = self.pool.tables.words.get(usize::from(icon));
        row.map_or_else(|| format!("icon {icon}"), |(_, word)| (*word).to_owned())
    }

    /// A place that cards are in.
    pub(super) fn place(&self, place: PlaceIx) -> String {
        self.place_of(place, "any player's")
    }

    /// A place that cards go to.
    pub(super) fn destination(&self, place: PlaceIx) -> String {
        self.place_of(place, "its owner's")
    }

    fn place_of(&self, place: PlaceIx, anybody: &str) -> String {
        match self.pool.place(place) {
            Place::Zone {
                zones,
                whose,
                empty,
                end,
            } => {
                let zones = self.some_zones(zones);
                let whose = match whose {
                    Some(who) => self.whose(who) + " ",
                    None if zones.starts_with("any ") => String::new(),
                    None => format!("{anybody} "),
                };
                let empty = if *empty { "empty " } else { "" };
                let end = match end {
                    End::Top => "",
                    End::Bottom => " (at the bottom)",
                    End::UnderTop => " (under the top card)",
                };
                format!("{whose}{empty}{zones}{end}")
            }
            Place::Under(objs) => format!("the pile under {}", self.obj(*objs)),
            Place::Relative(rel, objs) => {
                format!(
                    "the position {} {}",
                    at(self.pool.tables.relations, usize::from(*rel), "related to"),
                    self.obj(*objs)
                )
            }
            Place::PositionOf(objs) => format!("the position where {} is or last was", self.obj(*objs)),
            Place::Slot(at) => format!("the position {}", self.slot(*at)),
            Place::State(state) => self.state(*state),
            Place::Faced(relation) => {
                let words = self.pool.tables.faced.iter().find(|row| row.1 == *relation);
                format!("a position with a {}", words.map_or("card opposite", |row| row.0))
            }
            Place::Elsewhere => "where it does not lie already".to_owned(),
            Place::Both(one, other) if matches!(self.pool.place(*other), Place::Elsewhere) => {
                format!("{} where it does not lie already", self.place_of(*one, anybody))
            }
            Place::Both(one, other) => {
                format!(
                    "{} that is also {}",
                    self.place_of(*one, anybody),
                    self.place_of(*other, anybody)
                )
            }
            Place::Or(any) => joined(
                &any.iter().map(|p| self.place_of(*p, anybody)).collect::<Vec<_>>(),
                "or",
            ),
        }
    }

    /// Zones or parts of them; nearly all zones are told by those that are missing.
    fn some_zones(&self, zones: &[(ZoneId, u16)]) -> String {
        let all = self.pool.tables.zones.len();
        let missing = (0..all).filter_map(|z| u8::try_from(z).ok().map(ZoneId));
        let missing: Vec<String> = missing
            .filter(|zone| !zones.iter().any(|(z, _)| z == zone))
            .map(|zone| self.zone(zone))
            .collect();
        let whole = zones
            .iter()
            .all(|(zone, positions)| self.positions(*zone, *positions) == self.zone(*zone));
        if whole && missing.is_empty() {
            return "any zone".to_owned();
        }
        if whole && missing.len() <= 2 && all > 4 {
            return format!("any zone but {}", joined(&missing, "and"));
        }
        let zones: Vec<String> = zones
            .iter()
            .map(|(zone, positions)| self.positions(*zone, *positions))
            .collect();
        joined(&zones, "or")
    }

    /// How many are picked among what: `up to 1 of [cards …]`.
    pub(super) fn pick(&self, pick: PickIx) -> String {
        let Pick {
            from,
            min,
            max,
            random,
            rule,
            may_fail,
            parts,
            unseen,
            told,
        } = self.pool.pick(pick);
        let count = match (min, max) {
            (None, None) => "as many as there are".to_owned(),
            (None, Some(max)) => self.num(*max),
            (Some(min), None) => format!("{} or more", self.num(*min)),
            (Some(min), Some(max)) => format!("{} to {}", self.num(*min), self.num(*max)),
        };
        let mut text = format!("{count} of {}", self.obj(*from));
        match rule {
            PickDemand::Any => {}
            PickDemand::Different(key) => text = format!("{text}, with different values of {}", self.attr_key(*key)),
            PickDemand::Total(attr, cmp, n) => {
                text = format!(
                    "{text}, with a total {} of {}",
                    self.attr(*attr),
                    compared(*cmp, &self.num(*n))
                );
            }
        }
        if *random {
            text = format!("{text}, at random");
        }
        if *may_fail {
            text = format!("{text}, or fewer if they are not found");
        }
        if let Some(parts) = parts {
            text = format!("{text}, at most one for each of {} parts", self.num(*parts));
        }
        if *unseen {
            text = format!("{text}; cards that the other player does not see may be left unchosen");
        }
        if *told {
            text = format!("{text}; who chooses second knows what was chosen");
        }
        text
    }
}
