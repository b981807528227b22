"""A fight with real dice: the faces are typed in, and both sides are played at the keyboard."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any, Final, cast

from cairn_rules.cairn_rpg.combat.actions import Action
from cairn_rules.cairn_rpg.combat.rules import current_player, legal_actions, outcome, resolve
from cairn_rules.cairn_rpg.combat.state import State
from cairn_rules.cairn_rpg.commands.typed_dice import typed_line, with_typed_dice
from cairn_rules.chance import Dice, Resolution
from cairn_rules.cli.command import Lines
from cairn_rules.cli.messages import note
from cairn_rules.cli.options import start_of
from cairn_rules.cli.play.input_line import exactly, meant
from cairn_rules.cli.words import Words, words_for
from cairn_rules.errors import CairnRulesError

QUIT: Final = "quit"
"""The word that stops the fight."""
_OTHERS: Final = (
    "seed", "resume", "save", "clock", "party", "warden", "player", "simulations", "seconds", "draw_at_repetition",
    "draw_after_turns",
)  # fmt: skip
"""Options of `fight` that have no effect with real dice."""


def fight_at_the_table(options: Namespace) -> Lines:
    """Play a fight: print the state, ask for a decision and for the faces of its dice, print the events.

    Raises:
        CairnRulesError: if an option cannot be combined with real dice, or the input ends before the fight.
    """
    for name in _OTHERS:
        if getattr(options, name) is not None:
            option = f"--{name.replace('_', '-')}"
            raise CairnRulesError(
                f"{option} cannot be combined with --dice: people play both sides, and nothing is saved"
            )
    start = start_of(options, 0)  # its seed decides nothing
    state: State = options.game.new_game(seed=0) if start is None else start
    words = words_for(options.game, unicode=options.unicode and not options.ascii, plain=options.plain)
    while current_player(state) is not None:
        yield from _shown(words, state)
        action = _decision(options.game, state)
        if action is None:
            return 0

        def run(dice: Dice, state: State = state, action: Action = action) -> Resolution[State, Any]:
            return resolve(state, action, dice)

        found, _ = with_typed_dice(run)
        state = found.state
        yield from map(str, found.events)
    ended = outcome(state)
    assert ended is not None, "nobody decides, so it is over"
    yield from ("", words.board(state), "", words.result(state, ended))
    return 0


def _shown(words: Words, state: State) -> Iterator[str]:
    """Yield the state, unless it was shown for another decision of this turn, and the choices."""
    if not state.declared:
        yield from ("", words.board(state))
    yield from ("", words.question(state))
    for number, action in enumerate(legal_actions(state), 1):
        notation = words.game.format_action(action)
        yield f"  {number}  {notation:<10}  {words.sentence(state, action)}"


def _decision(game: Any, state: State) -> Action | None:
    """Return the legal action that is typed in, by its number or its notation; None to stop."""
    legal = legal_actions(state)
    while True:
        text = typed_line(f"number or notation, or {QUIT}: ", "the fight was over").strip()
        if text.lower() == QUIT:
            return None
        found = exactly(game, legal, text)
        if text and not found.actions:
            found = meant(game, state, legal, text)
        if len(found.actions) == 1:
            return cast("Action", found.actions[0])
        note(found.problem or f"{text!r} may mean several actions; give the number of one")
