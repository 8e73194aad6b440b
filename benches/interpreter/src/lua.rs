//! (c) The abilities as Lua 5.4 scripts. The script is compiled once, its functions are looked up once; a step is one call with the stage, and the
//! next stage comes back.

use crate::api;
use crate::native::{Seen, look_at};
use cardwright::exec::{Env, Game, Host, Hosted, Refs};
use mlua::{Function, Lua, Table};
use std::cell::RefCell;

/// The host whose abilities are in `abilities.lua`.
#[derive(Debug)]
pub(crate) struct LuaHost;

struct Scripts {
    /// Keeps the interpreter alive.
    _lua: Lua,
    bodies: Vec<Option<Function>>,
    fits: Vec<Option<Function>>,
}

thread_local! {
    static SCRIPTS: RefCell<Option<Scripts>> = const { RefCell::new(None) };
}

/// Compiles the script and looks up its functions.
pub(crate) fn prepare() {
    let lua = Lua::new();
    let globals = lua.globals();
    macro_rules! register {
        ($($name:ident($($arg:ident: $kind:ty),*)),*) => {
            $(
                let call = lua.create_function(|_, ($($arg,)*): ($($kind,)*)| Ok(api::$name($($arg),*)));
                globals.set(stringify!($name), call.expect("a function")).expect("a global");
            )*
        };
    }
    api::each_call!(register);
    let (bodies, fits): (Table, Table) = lua
        .load(include_str!("../abilities.lua"))
        .set_name("abilities.lua")
        .eval()
        .unwrap_or_else(|e| panic!("{e}"));
    let functions = |table: &Table| {
        (0..400)
            .map(|n| table.get::<Option<Function>>(n).expect("a function"))
            .collect()
    };
    let scripts = Scripts {
        bodies: functions(&bodies),
        fits: functions(&fits),
        _lua: lua,
    };
    SCRIPTS.set(Some(scripts));
}

fn fits(which: u16, seen: Seen) -> bool {
    SCRIPTS.with_borrow(|scripts| {
        let call = scripts.as_ref().and_then(|s| s.fits[usize::from(which)].as_ref());
        let call = call.unwrap_or_else(|| panic!("no description {which} in abilities.lua"));
        call.call::<bool>((seen.this, seen.mine, seen.types, seen.tags))
            .unwrap_or_else(|e| panic!("{e}"))
    })
}

impl Host for LuaHost {
    fn step(&self, game: &mut Game, body: u16, stage: u8) -> Hosted {
        api::swap(game);
        let next: i64 = SCRIPTS.with_borrow(|scripts| {
            let call = scripts.as_ref().and_then(|s| s.bodies[usize::from(body)].as_ref());
            let call = call.unwrap_or_else(|| panic!("no body {body} in abilities.lua"));
            call.call(i64::from(stage))
                .unwrap_or_else(|e| panic!("body {body}: {e}"))
        });
        api::swap(game);
        u8::try_from(next).map_or(Hosted::Over, Hosted::Again)
    }

    fn objects(&self, game: &Game, which: u16, env: &Env<'_>, out: &mut Refs) {
        crate::native::select(game, env, out, |seen| fits(which, seen));
    }

    fn holds(&self, game: &Game, which: u16, env: &Env<'_>) -> bool {
        fits(which, look_at(game, env.subject, env))
    }
}
