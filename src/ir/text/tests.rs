use super::super::*;
use super::dump;
use crate::ast::Category;

fn card(code: Code, lines: Vec<Line>) -> Card {
    let attrs = IndexMap::from([
        (Name::from("level"), Value::Number(1)),
        (
            Name::from("traits"),
            Value::Tags(vec!["Lantern".into(), "Harbor".into()]),
        ),
    ]);
    let front = Face {
        side: None,
        name: None,
        id: None,
        types: vec!["character".into()],
        attrs,
        lines,
        text: None,
        note: Some("odd".into()),
    };
    let back = Face {
        side: Some("back".into()),
        name: Some("Night".into()),
        id: None,
        types: Vec::new(),
        attrs: IndexMap::new(),
        lines: Vec::new(),
        text: None,
        note: None,
    };
    Card {
        name: "Mio".into(),
        id: Some("HL-3".into()),
        set: None,
        token: false,
        faces: vec![front, back],
        code,
        src: Src(0, 0, 9),
    }
}

/// The card of the first test as text.
const EXPECTED: &str = "\
card \"Mio\" HL-3 [character] level=1 traits=<Lantern><Harbor>
  note: \"odd\"
  AUTO slots=1
    limit: 1 times per turn per name
    trigger: this is-done place on=stage
    cost optional: do pay what=1
    do look at=top 4 card of deck whose=you where X = 1 -> $0
    if done `do look at=top 4 card of deck whose=you where X = 1 -> $0`
      gain this: -4 power until end of turn for-each (top 4 card of deck whose=you)
      else
        do look at=top 4 card of deck whose=you where X = 1 -> $0
  keyword Armor(4) `Armor 4` [do pay what=1] native
  face back \"Night\"
";

#[test]
fn ids_are_followed_and_every_field_is_shown() {
    let mut code = Code::default();
    let this = code.add_object(Objects::This);
    let stage = code.add_place(Place {
        kind: PlaceKind::Zone(vec!["stage".into()], Vec::new()),
        whose: None,
        quant: None,
    });
    let deck = code.add_place(Place {
        kind: PlaceKind::Zone(vec!["deck".into()], Vec::new()),
        whose: Some(Who::You),
        quant: None,
    });
    let four = code.add_expr(Expr::Num(4));
    let one = code.add_expr(Expr::Num(1));
    let top = code.add_object(Objects::Stack {
        top: true,
        count: Some(four),
        up_to: false,
        place: deck,
        noun: Some("card".into()),
    });
    let placed = code.add_event(Event {
        kind: EventKind::Done("place".into()),
        subject: Some(Subject::Objects(this)),
        roles: vec![Role {
            name: "on".into(),
            arg: Arg::Place(stage),
        }],
        ..Event::none()
    });
    let pay = code.add_stmt(Stmt::Do {
        verb: "pay".into(),
        call: None,
        roles: vec![Role {
            name: "what".into(),
            arg: Arg::Number(one),
        }],
        slot: None,
        choice: None,
        per: None,
        durations: Vec::new(),
        defs: Vec::new(),
    });
    let cost = code.add_cost(Cost {
        parts: vec![pay],
        ..Cost::default()
    });
    let look = code.add_stmt(Stmt::Do {
        verb: "look".into(),
        call: None,
        roles: vec![Role {
            name: "at".into(),
            arg: Arg::Objects(top),
        }],
        slot: Some(SlotId(0)),
        choice: None,
        per: None,
        durations: Vec::new(),
        defs: vec![("X".into(), one)],
    });
    let end = TimeRef {
        edge: Some(Boundary::End),
        span: "turn".into(),
        whose: None,
        of: None,
        within: None,
        next: false,
        this: false,
        each: false,
        named: None,
    };
    let gain = code.add_stmt(Stmt::Gain {
        subject: Subject::Objects(this),
        lose: false,
        grants: vec![Grant::Delta(Delta {
            attr: "power".into(),
            minus: true,
            by: four,
        })],
        durations: vec![Duration::Until(end)],
        per: Some(top),
        defs: Vec::new(),
    });
    let done = code.add_cond(Cond::Done(Some(look)));
    let branch = code.add_stmt(Stmt::If {
        cond: done,
        then: vec![gain],
        other: vec![look],
    });
    let ability = code.add_ability(Ability {
        category: Category::Auto,
        trigger: Some(Trigger::Events(vec![placed])),
        limit: Some(Limit {
            times: one,
            per: vec!["turn".into(), "name".into()],
        }),
        cost: Some((cost, CostUse::Optional)),
        body: vec![look, branch],
        slots: 1,
        ..Ability::empty()
    });
    let armor = Call {
        name: "Armor".into(),
        args: vec![Arg::Number(four)],
        text: "Armor 4".into(),
    };
    let keyword = Line::Keyword {
        labels: Vec::new(),
        calls: vec![armor],
        cost: Some(cost),
        given: None,
        lines: Vec::new(),
        abilities: Vec::new(),
        native: true,
    };
    assert_eq!(dump(&card(code, vec![Line::Ability(ability), keyword])), EXPECTED);
}

#[test]
fn an_otherwise_shows_the_statement_before_it_once() {
    let mut code = Code::default();
    let may = code.add_stmt(Stmt::May {
        who: Who::Opponent,
        cost: None,
        body: Vec::new(),
    });
    let otherwise = code.add_stmt(Stmt::Otherwise(may, Vec::new()));
    let apart = code.add_ability(Ability {
        body: vec![may, otherwise],
        ..Ability::empty()
    });
    let inside = code.add_ability(Ability {
        body: vec![otherwise],
        ..Ability::empty()
    });
    let text = dump(&card(code, vec![Line::Ability(apart), Line::Ability(inside)]));
    assert_eq!(
        text.matches("\n    may opponent\n    otherwise not `may opponent`\n")
            .count(),
        2,
        "{text}"
    );
}
