"""A fight with real dice: the faces are typed in, and both sides are played at the keyboard."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any, Final, cast

from attrs import evolve

from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.combat.actions import Action
from cairn_rules.cairn_rpg.combat.rules.rules import current_player, legal_actions, outcome, resolve
from cairn_rules.cairn_rpg.combat.state import SEAT_NAMES, State
from cairn_rules.cairn_rpg.commands.dice_options import typed_line, with_typed_dice
from cairn_rules.cairn_rpg.common.action_log import logged
from cairn_rules.chance import Dice, Resolution, faces_of
from cairn_rules.cli.commands import Lines
from cairn_rules.cli.messages import note
from cairn_rules.cli.options import start_of
from cairn_rules.cli.play.input_line import exactly, meant
from cairn_rules.cli.play.keyboard import is_at_terminal
from cairn_rules.cli.play.open_session import kept_for, resumed
from cairn_rules.cli.play.save_file import Kept, check_new
from cairn_rules.cli.play.table import PERSON, Table
from cairn_rules.cli.words import Words, words_for
from cairn_rules.errors import CairnRulesError
from cairn_rules.history import Record

QUIT: Final = "quit"
"""The word that stops the fight."""
_OTHERS: Final = (
    "seed", "clock", "party", "warden", "player", "simulations", "seconds", "draw_at_repetition", "draw_after_turns",
)  # fmt: skip
"""Options of `fight` that have no effect with real dice."""


def fight_at_the_table(options: Namespace) -> Lines:
    """Play a fight: print the state, ask for a decision and for the faces of its dice, print the events.

    It is saved as `play` saves a game, with all faces, so that its record replays the dice that were thrown. Raise a
    `CairnRulesError` if an option cannot be combined with real dice, the input ends before the fight, or the file
    cannot be written.
    """
    for name in _OTHERS:
        if getattr(options, name) is not None:
            option = f"--{name.replace('_', '-')}"
            raise CairnRulesError(f"{option} cannot be combined with --dice: people throw them, and play both sides")
    record, kept = _opened(options)
    state = tuple(record.replay())[-1]
    if kept.file:
        kept.write(record)  # what cannot be written is better known before the first throw
        yield f"This fight is saved in {kept.file}."
    words = words_for(options.game, unicode=options.unicode and not options.ascii, plain=options.plain)
    while current_player(state) is not None:
        yield from _shown(words, state)
        action = _decision(options.game, state)
        if action is None:
            yield kept.farewell
            return 0

        def run(dice: Dice, state: State = state, action: Action = action) -> Resolution[State, Any]:
            return resolve(state, action, dice)

        found, log = with_typed_dice(run)
        state = found.state
        record = evolve(
            _with_faces(record, (*record.start.chance.faces, *faces_of(log))),
            actions=(*record.actions, action),
            outcome=outcome(state),
        )
        if warning := kept.keep(record):
            note(warning)
        yield from map(str, found.events)
    ended = outcome(state)
    assert ended is not None, "nobody decides, so it is over"
    yield from ("", words.board(state), "", words.result(state, ended))
    if kept.file:
        yield f"The record is in {kept.file}."
    return 0


def _opened(options: Namespace) -> tuple[Record[State, Action], Kept]:
    """Return the record of the fight so far, and its file.

    Raises:
        CairnRulesError: if the file to resume holds no fight, or one with variations; or the file to write exists.
    """
    if options.save is not None and options.save != options.resume:
        check_new(options.save)
    command, game = ("fight", "--dice"), options.game
    if options.resume is None:
        start: State = start_of(options, None) or game.new_game()
        tags = Table(names=dict.fromkeys(range(len(SEAT_NAMES)), PERSON)).tags(SEAT_NAMES)
        kept = kept_for(options, game, at_terminal=is_at_terminal(), command=command)
        return Record(game=game, start=start, actions=(), tags=tags), kept
    found = resumed(options)
    record = found.record
    if not isinstance(record.start, State) or record.variations:
        raise CairnRulesError(f"--dice resumes only a fight without variations, and {options.resume!r} is none")
    # Dice that were rolled so far become faces: those that are thrown follow them.
    steps = zip(record.replay(), record.actions, strict=False)
    faces = faces_of(roll for state, action in steps for roll in logged(resolve, state, action, None).rolls)
    return _with_faces(record, faces), kept_for(options, game, found=found, command=command)


def _with_faces(record: Record[State, Action], faces: tuple[int, ...]) -> Record[State, Action]:
    start = record.start
    return evolve(record, start=replaced(start, chance=evolve(start.chance, faces=faces)))


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
