"""Random play of the public simulator weiss-sim (PyPI), for the ratio that benches/engine.rs prints.

A line for each pair of decks: decisions a second, games a second, the share of games cut off at its limit of decisions, and a name. One
thread, and its fastest layout that gives an observation and the legal answers for each decision; resets are part of the time.
"""

import sys
import time

import numpy as np
import weiss_sim

ENVS = 256
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0


def lists():
    """Its bundled decks, which have texts, and the small deck of its own documentation."""
    yield "its bundled decks", lambda: [
        list(weiss_sim.cards.builder(initial=name).build(rules_profile="approx", card_pool="all"))
        for name in ("starter_deck_ws02_v1", "control_deck_jj_s66_v1")
    ]
    yield "its plain deck", lambda: [(list(range(1, 14)) * 4)[:50]] * 2


def measure(decks):
    pool, buf = weiss_sim.make_pool(
        mode="train", num_envs=ENVS, deck_lists=decks, deck_ids=[1, 2], seed=1, num_threads=1,
        layout="i16_legal_ids_nometa",
    )
    buf.reset()
    steps = games = cut = n = 0

    def turn():
        nonlocal steps, games, cut, n
        n += 1
        out, _ = buf.step_random_legal(np.arange(n * ENVS, (n + 1) * ENVS, dtype=np.uint64))
        done = np.asarray(out.terminated, dtype=bool) | np.asarray(out.truncated, dtype=bool)
        steps += ENVS
        if done.any():
            games += int(done.sum())
            cut += int(np.asarray(out.truncated, dtype=bool).sum())
            buf.reset_done(done)

    for _ in range(200):
        turn()
    steps = games = cut = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        for _ in range(20):
            turn()
    seconds = time.perf_counter() - start
    return steps / seconds, games / seconds, cut / max(games, 1)


for name, make in lists():
    try:
        decisions, games, cut = measure(make())
        print(f"{decisions:.0f}\t{games:.1f}\t{cut:.3f}\t{name}, {weiss_sim.__version__}")
    except Exception as error:  # the presets are not part of its stable interface
        print(f"{name}: {error}", file=sys.stderr)
