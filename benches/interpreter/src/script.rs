//! (d) The abilities as Rhai scripts. The script is compiled once; a step is one call of a function with the stage, and the next stage comes back.
//! Rhai finds a function by its name at every call; there is no handle to keep.

use crate::api;
use crate::native::{Seen, look_at};
use cardwright::exec::{Env, Game, Host, Hosted, Refs};
use rhai::{AST, CallFnOptions, Engine, FuncArgs, Scope};
use std::cell::RefCell;

/// The host whose abilities are in `abilities.rhai`.
#[derive(Debug)]
pub(crate) struct RhaiHost;

struct Scripts {
    engine: Engine,
    ast: AST,
    bodies: Vec<String>,
    fits: Vec<String>,
}

thread_local! {
    static SCRIPTS: RefCell<Option<Scripts>> = const { RefCell::new(None) };
}

/// Compiles the script.
pub(crate) fn prepare() {
    let mut engine = Engine::new();
    engine.set_max_expr_depths(0, 0);
    macro_rules! register {
        ($($name:ident($($arg:ident: $kind:ty),*)),*) => {
            $( engine.register_fn(stringify!($name), api::$name); )*
        };
    }
    api::each_call!(register);
    let ast = engine
        .compile(include_str!("../abilities.rhai"))
        .unwrap_or_else(|e| panic!("{e}"));
    let scripts = Scripts {
        engine,
        ast,
        bodies: (0..400).map(|n| format!("body{n}")).collect(),
        fits: (0..400).map(|n| format!("fits{n}")).collect(),
    };
    SCRIPTS.set(Some(scripts));
}

impl Scripts {
    fn call<R: Clone + 'static>(&self, body: bool, n: u16, args: impl FuncArgs) -> R {
        let names = if body { &self.bodies } else { &self.fits };
        let name = &names[usize::from(n)];
        let options = CallFnOptions::new().eval_ast(false).rewind_scope(false);
        let result = self
            .engine
            .call_fn_with_options(options, &mut Scope::new(), &self.ast, name, args);
        result.unwrap_or_else(|e| panic!("{name}: {e}"))
    }
}

fn fits(which: u16, seen: Seen) -> bool {
    SCRIPTS.with_borrow(|scripts| {
        let scripts = scripts.as_ref().expect("prepared");
        scripts.call(false, which, (seen.this, seen.mine, seen.types, seen.tags))
    })
}

impl Host for RhaiHost {
    fn step(&self, game: &mut Game, body: u16, stage: u8) -> Hosted {
        api::swap(game);
        let next: i64 = SCRIPTS.with_borrow(|scripts| {
            let scripts = scripts.as_ref().expect("prepared");
            scripts.call(true, body, (i64::from(stage),))
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
