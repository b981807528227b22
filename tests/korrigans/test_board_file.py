"""Boards as files and plain data: read, refused with every fault, written (rule 11.6)."""

import json

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules.errors import CairnRulesError, DocumentError
from cairn_rules.korrigans.state.board import Board, Link, LinkKind, board_data
from cairn_rules.korrigans.state.board_file import (
    LONGEST,
    board_from_data,
    default_board,
    format_board,
    parse_board,
    read_board,
)

BOARD = default_board()
DELETE = object()


def changed(*changes):
    """The data of the library's board with other values at some paths."""
    data = board_data(BOARD)
    for path, value in changes:
        *way, last = path
        part = data
        for key in way:
            part = part[key]
        if value is DELETE:
            del part[last]
        else:
            part[last] = value
    return data


def faults(data):
    with pytest.raises(DocumentError) as caught:
        board_from_data(data)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("id",), "My Board", "$.id: 'My Board' is not a slug"),
        (("status",), "", "$.status: '' is not a text of 1 to 60 printable characters"),
        (("status",), "a\nb", "$.status: 'a\\nb' is not a text"),
        (("status",), DELETE, "$.status: missing; it should be a text"),
        (("rows",), 8, "$.rows: 8 is not 7, a row for each colour of the rainbow"),
        (("cols",), 7.0, "$.cols: 7.0 is not 7, a column for each colour of the rainbow"),
        (("fields",), [], "$.fields: unknown key; did you mean 'field'?"),
        (("a b",), 1, "$['a b']: unknown key; known: id, status,"),
        ((3,), 1, "$[3]: unknown key; known: id, status,"),
        (("field", 2), "C", "$.field[2]: 'C' is not a table"),
        (("field", 2, "id"), "CC", "$.field[2].id: 'CC' is not one capital letter, A to Z"),
        (("field", 2, "name"), 3, "$.field[2].name: 3 is not a text"),
        (("field", 2, "colour"), DELETE, "$.field[2].colour: missing"),
        (("field", 2, "color"), "pink", "$.field[2].color: unknown key; did you mean 'colour'?"),
        (("field", 2, "clovers"), -1, "$.field[2].clovers: -1 is not a whole number from 0 to 999"),
        (("field", 2, "clovers"), 4, "$.clovers.base: 48 tokens in all, but the numbers of the fields add up to 49"),
        (("field", 2, "start"), 6, "$.field[2].start: 6 is not a whole number from 0 to 5"),
        (("field", 2, "start"), True, "$.field[2].start: True is not a whole number"),
        (("field", 2, "start"), 0, "$.field: two fields should have start = 5, not 1 (I)"),
        (("field", 4, "start"), 1, "$.field: two fields should have start = 1, not 3 (A, E, G)"),
        (("field", 2, "molehill"), 0, "$.field[2].molehill: 0 is not true or false"),
        (("field", 2, "cells"), "1.1", "$.field[2].cells: '1.1' is not a list"),
        (("field", 11, "cells"), [], "$.field[11].cells: empty; every field touches a cell"),
        (("field", 2, "cells", 1), "1.8", "$.field[2].cells[1]: '1.8' is not a cell: row.column, from '1.1' to '7.7'"),
        (("field", 2, "cells", 1), 1.6, "$.field[2].cells[1]: 1.6 is not a cell"),
        (("field", 2, "cells", 1), "1.5", "$.field[2].cells[1]: '1.5' is listed twice"),
        (("field", 0, "cells", 0), "1.3", "$.field: no field touches 1.1; the Cauldron needs a field"),
        (("links", "tunnel"), [], "$.links.tunnel: unknown key; known: open, door, bridge, water"),
        (("links", "door"), "AB", "$.links.door: 'AB' is not a list"),
        (("links", "door", 0), "ABC", "$.links.door[0]: 'ABC' is not the ids of two fields, such as 'AB'"),
        (("links", "door", 0), ["A", "B"], "$.links.door[0]: ['A', 'B'] is not the ids of two fields"),
        (("links", "door", 0), "AA", "$.links.door[0]: 'AA' joins A with itself"),
        (("links", "water", 0), "XY", "$.links.water[0]: 'XY' names no field: X, Y; known: A, B, C, D,"),
        (("links", "door", 1), "BA", "$.links.door[1]: 'BA' is listed twice as door"),
        (("clovers", "more"), {}, "$.clovers.more: unknown key; known: base, extra"),
        (("clovers", "base"), [], "$.clovers.base: [] is not a table"),
        (("clovers", "base"), {}, "$.clovers.base: 0 tokens in all, but the numbers of the fields add up to 48"),
        (("clovers", "extra"), DELETE, "$.clovers.extra: missing"),
        (("clovers", "extra", "hare"), 3, "$.clovers.extra: 18 tokens in all, but one more for each field makes 17"),
        (("clovers", "extra", "hair"), 3, "$.clovers.extra.hair: unknown key; did you mean 'hare'?"),
        (("clovers", "base", "gold5"), 1, "$.clovers.base.gold5: unknown key; did you mean 'gold"),
        (("menhirs", "elf"), -2, "$.menhirs.elf: -2 is not a whole number from 0 to 999"),
        (("menhirs", "elf"), 3, "$.menhirs: 17 tokens in all, but the fields with a Menhir are 16"),
    ],
)
def test_one_thing_that_is_wrong_is_the_only_fault(path, value, said):
    """Rule 11.6: the fault says where it is and what would be right; nothing else is blamed."""
    (fault,) = faults(changed((path, value)))
    assert fault.startswith(said)


@pytest.mark.parametrize(("fields", "villages"), [([16], "none"), ([0, 16], "1 (A)"), ([0], "2 (A, V)")])
def test_there_is_one_village(fields, villages):
    """Rule 11.6: exactly one field has no Menhir; and the Menhirs are as many as the other fields."""
    data = changed(*((("field", index, "menhir"), not BOARD.fields[index].menhir) for index in fields))
    expected = f"$.field: one field, the village, should have menhir = false, not {villages}"
    if len(fields) == 2:
        assert board_from_data(data).village == 0
    else:
        assert faults(data)[0] == expected
        assert faults(data)[1].startswith("$.menhirs: 16 tokens in all, but the fields with a Menhir are 1")


def test_an_id_stands_for_one_field():
    """Rule 11.6: no two fields have the same id."""
    found = faults(changed((("field", 1, "id"), "A")))
    assert found[0] == "$.field[1].id: 'A' is the id of field[0] already"
    assert any(fault.startswith("$.links.open[2]: 'BL' names no field: B") for fault in found)


def test_every_fault_is_told_at_once():
    """A file with many faults need not be read many times."""
    found = faults(
        changed(
            (("rows",), "seven"),
            (("author",), "me"),
            (("field", 0, "name"), DELETE),
            (("field", 1, "cells", 0), "0.1"),
            (("field", 2, "start"), 0),
            (("field", 16, "menhir"), True),
            (("links", "open", 0), "AZ"),
            (("links", "door", 0), "CD"),
            (("clovers", "base", "hare"), 6),
            (("clovers", "extra", "wolf"), 1),
            (("menhirs", "elf"), "two"),
        )
    )
    assert [fault.partition(": ")[0] for fault in found] == [
        "$.rows",
        "$.author",
        "$.field[0].name",
        "$.field[1].cells[0]",
        "$.field",
        "$.field",
        "$.links.open[0]",
        "$.links.door[1]",
        "$.clovers.base",
        "$.clovers.extra.wolf",
        "$.menhirs.elf",
    ]


def test_a_number_too_long_to_be_written_is_refused():
    """A hexadecimal number in TOML has no limit."""
    with pytest.raises(DocumentError, match=r"\$\.rows: a number of thousands of digits is not 7"):
        parse_board(format_board(BOARD).replace("rows = 7", f"rows = 0x{'f' * 5000}"))


def test_what_cannot_be_read_is_blamed_once():
    """A field whose parts are unreadable does not make the whole board's numbers wrong."""
    assert faults(changed((("field", 0), 5), (("field", 1, "start"), "x"), (("field", 2, "id"), "?"))) == [
        "$.field[0]: 5 is not a table",
        "$.field[1].start: 'x' is not a whole number from 0 to 5",
        "$.field[2].id: '?' is not one capital letter, A to Z",
    ]


def test_data_without_fields_are_read_to_the_end():
    """Every part is looked at, also when others are missing."""
    assert [fault.partition(":")[0] for fault in faults(changed((("field",), DELETE), (("links",), 1)))] == [
        "$.links",
        "$.field",
    ]
    assert [fault.partition(":")[0] for fault in faults({})] == [
        f"$.{key}" for key in ("id", "status", "rows", "cols", "field", "links", "clovers", "menhirs")
    ]
    found = faults(changed((("field",), [])))
    assert sum(fault.startswith("$.field: two fields should have start = ") for fault in found) == 5
    assert "$.field: one field, the village, should have menhir = false, not none" in found


def test_no_more_than_a_hundred_faults_are_told():
    """A long list of nonsense has a short answer."""
    assert len(faults(changed((("field",), [0] * 1000)))) == 100


@pytest.mark.parametrize("data", [None, 5, "board", [], [{}]])
def test_data_that_are_no_table_are_refused(data):
    """A board is a table."""
    (fault,) = faults(data)
    assert fault.startswith("$: ")
    assert "is not a table" in fault


def test_kinds_without_links_or_tokens_can_be_left_out():
    """A board file lists what there is."""
    data = board_data(BOARD)
    del data["links"]["water"]
    assert board_from_data(data) == evolve(BOARD, water=())
    data["menhirs"]["gold4"] = 0
    assert board_from_data(data) == evolve(BOARD, water=())


def test_data_and_text_say_the_same():
    """Round trips: plain data, JSON and TOML."""
    assert board_from_data(board_data(BOARD)) == BOARD
    assert board_from_data(json.loads(json.dumps(board_data(BOARD)))) == BOARD
    assert parse_board(format_board(BOARD)) == BOARD


def test_a_name_with_quotes_and_accents_is_written_and_read():
    """Whatever may be a name can be written."""
    field = evolve(BOARD.fields[0], name='"Lann" é \\ ☘ #', colour="[x]")
    board = evolve(BOARD, fields=(field, *BOARD.fields[1:]))
    assert parse_board(format_board(board)) == board


@pytest.mark.parametrize(
    ("text", "where", "said"),
    [
        ('id = "x"\nrows = = 7', "line 2, column 8", "not valid TOML: Invalid value"),
        ("id = 'a'\nid = 'b'\n", "line 2", "not valid TOML: Cannot overwrite a value"),
        ("id = ", "line 1, end of document", "not valid TOML: Invalid value"),
        ("a = " + "[" * 100_000, "$", "nested too deeply"),
        ("rows = " + "9" * 5000, "$", "a number of thousands of digits"),
        ("id = 'x'\n" + "a." * 24_000 + "a = 1", "line 2", "24000 dots outside of texts; a line has at most 100"),
        ("[" + "a . " * 101 + "a]", "line 1", "101 dots"),
        ('x = {a = """\n"a""""", ' + "'b'." * 101 + "b = 1}", "line 2", "101 dots"),
        ("x = {a = '''\n'a'''''," + '"b"\t.' * 101 + "b = 1}", "line 2", "101 dots"),
        ('x = {a = "\\\\", ' + "b." * 101 + "b = 1}", "line 1", "101 dots"),
        ("#" * (1 << 18) + "#", "$", "262145 characters; a board file has at most 262144"),
        (None, "$", "a board is parsed from a text, not NoneType"),
    ],
)
def test_text_that_is_no_toml_is_refused_with_its_line(text, where, said):
    """A slip of the pen is found where it is."""
    with pytest.raises(DocumentError) as caught:
        parse_board(text)
    (fault,) = caught.value.faults
    assert str(fault).startswith(where)
    assert fault.message.startswith(said)


def test_dots_in_texts_and_comments_are_no_parts_of_a_key():
    """Only keys of very many parts are refused; a text or comment may have any number of dots."""
    dots = "." * 200
    text = f'# {dots}\nid = \'{dots}\'\nstatus = "n{dots}\\"{dots}"\n'
    text += f'name = """\n\\"""{dots}"" {dots}"""""\n'
    text += f"colour = '''\n{dots}'' {dots}'''\n"
    with pytest.raises(DocumentError) as caught:
        parse_board(text)
    assert "$.id" in {fault.where for fault in caught.value.faults}


@pytest.mark.parametrize("start", ['"', "'", '"""', "'''", 'x = """\\""', "x = [" * 40])
@pytest.mark.parametrize("length", [1 << 16, pytest.param(LONGEST, marks=[pytest.mark.slow, pytest.mark.untraced])])
@pytest.mark.parametrize("piece", ['"', '\\"', "'", '\\"""', ".", "#", "\n", "a.a=", "[", "a" + ".a" * 100 + "=1\n"])
def test_long_texts_are_judged(start, piece, length):
    """Whatever is quoted or left open: were the time not in proportion to the length, this would not end."""
    with pytest.raises(DocumentError):
        parse_board((start + piece * length)[:length])


def test_a_board_is_read_from_a_file(tmp_path):
    """A board file can begin with a byte order mark, as some editors write it."""
    path = tmp_path / "mine.toml"
    path.write_text(format_board(BOARD), encoding="utf-8-sig")
    assert read_board(path) == read_board(str(path)) == BOARD


def test_a_file_that_cannot_be_read_is_an_error_of_the_library(tmp_path):
    """The path is named."""
    with pytest.raises(CairnRulesError, match=r"cannot read '.*missing\.toml'"):
        read_board(tmp_path / "missing.toml")
    with pytest.raises(CairnRulesError, match=r"cannot read .*null"):
        read_board("a\0b.toml")
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe9'")
    with pytest.raises(DocumentError, match=r"latin\.toml: not UTF-8"):
        read_board(tmp_path / "latin.toml")
    (tmp_path / "long.toml").write_bytes(b"#" * (1 << 18) + b"#")
    with pytest.raises(DocumentError, match=r"long\.toml: more than 262144 bytes"):
        read_board(tmp_path / "long.toml")


def test_a_file_with_a_bad_board_has_its_faults(tmp_path):
    """Every fault of the board is listed, as for a text."""
    (tmp_path / "bad.toml").write_text("id = 'X'\nrows = 8\n", encoding="utf-8")
    with pytest.raises(DocumentError) as caught:
        read_board(tmp_path / "bad.toml")
    assert {"$.id", "$.rows"} <= {fault.where for fault in caught.value.faults}


def places(data, path=()):
    """The paths of everything in plain data."""
    yield path
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))


PLACES = [path for path in places(board_data(BOARD)) if path]
FRAGMENTS = st.sampled_from(["A", "AB", "ZZ", "1.1", "9.9", "", "hare", "open", True, 0, 1, -1, 7, 10**30, 0.5, None])
NONSENSE = st.recursive(
    FRAGMENTS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.untraced
@settings(max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(PLACES), NONSENSE | st.just(DELETE)), min_size=1, max_size=4))
def test_changed_data_are_a_board_or_refused(changes):
    """Whatever is changed, the answer is a board that can be written again, or faults of the library's own."""
    data = board_data(BOARD)
    for (*way, last), value in changes:
        part = data
        try:
            for key in way:
                part = part[key]
            if value is DELETE:
                del part[last]
            else:
                part[last] = value
        except (LookupError, TypeError):
            continue
    try:
        board = board_from_data(data)
    except DocumentError as error:
        assert error.faults  # noqa: PT017
    else:
        assert isinstance(board, Board)
        assert board_from_data(board_data(board)) == parse_board(format_board(board)) == board


@given(st.integers(0, 6000), st.integers(0, 40), st.text(max_size=4))
def test_changed_text_is_a_board_or_refused(start, length, inserted):
    """Whatever is changed in a board file, no error of somebody else's comes out."""
    text = format_board(BOARD)
    try:
        parse_board(text[:start] + inserted + text[start + length :])
    except DocumentError as error:
        assert error.faults  # noqa: PT017


@pytest.mark.untraced
@settings(max_examples=30)
@given(st.permutations(range(17)), st.sets(st.sampled_from(BOARD.water)), st.data())
def test_other_boards_are_written_and_read(order, bridged, data):
    """Round trip of boards whose fields have another order, with bridges over the water and other tokens."""
    numbers = data.draw(st.permutations(list(board_data(BOARD)["clovers"]["base"].values())))
    plain = board_data(BOARD)
    plain["clovers"]["base"] = dict(zip(plain["clovers"]["base"], numbers, strict=True))
    plain["field"] = [plain["field"][index] for index in order]
    board = board_from_data(plain)
    board = evolve(board, links=(*board.links, *(Link(LinkKind.BRIDGE, ends) for ends in bridged)))
    assert parse_board(format_board(board)) == board_from_data(board_data(board)) == board
    assert all(board.fields[board.index(link.ends[0])].id == link.ends[0] for link in board.links)
