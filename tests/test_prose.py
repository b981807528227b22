"""The check of the project's English finds each habit that it names, and leaves good sentences alone."""

from __future__ import annotations

from pathlib import Path

import prose
import pytest

HEADS = [
    "What can be chosen.",
    "Where the game is kept.",
    "Whether a text can be read.",
    "How many games there were.",
    "Who won.",
    "Whoever won.",
    "Whose turn it is.",
    "Those that can act.",
    "Which of them.",
    "That nothing is lost.",
    "So many games are played.",
    "So much is left.",
    "Nothing is kept.",
    "Everything that is kept.",
    "Somebody has won.",
]
PHRASES = [
    "whoever",
    "somebody",
    "anybody",
    "of one's own",
    "the own",
    "of the future",
    "so many",
    "beside the",
    "is none",
    "are none",
    "is no option",
    "are no such",
    "tells",
    "told",
    "goes on with",
    "gone on with",
    "stands there",
    "stands for who",
    "as good as lost",
    "held fast",
    "hold fast",
    "what can be",
    "what there is",
    "that there is",
    "that there are",
    *(f"who {verb}" for verb in ("wins", "begins", "plays", "builds", "wants", "gives", "has", "looks", "comes")),
]
NEVER = [
    "also wants",
    "wants that",
    "want that",
    "is a matter of",
    "know the same",
    "the same holds for",
    "page also holds for",
    "by its style sheet alone",
    "give other games",
    "game is kept",
    "says it already",
]
GOOD = [
    "Return the state after an action. The given state is unchanged.",
    "Number of games (default: 1000).",
    "'c1-c9' is not a move: c9 is not on the board (a1 to e5).",
    "The seed of a record; None if there is none.",
    "Return None if both are None, or if there are no such values.",
    "This option is no longer needed.",
    "The person whose turn it is chooses how the game ends.",
    "The megalith besides these stands on c3. It is held.",
    "Somewhat longer sentences are wholesome, and whatever comes next is foretold.",
    "It came, too late, and there were, too many of them.",
    "They want to play alone, and the conditions hold for it now. A rule by itself holds.",
]


def texts(*sentences: str) -> list[prose.Text]:
    return [prose.Text(f"page:{number}", sentence) for number, sentence in enumerate(sentences, 1)]


@pytest.mark.parametrize("sentence", HEADS)
def test_a_docstring_that_begins_with_a_question_word_is_found(sentence: str) -> None:
    """On pages, questions may be asked."""
    fault = f"page:1: begins with a question word: {sentence}"
    assert fault in prose.faults("src", texts(sentence))
    assert fault not in prose.faults("docs", texts(sentence))


@pytest.mark.parametrize("name", ["src", "docs"])
@pytest.mark.parametrize("phrase", PHRASES)
def test_a_phrase_is_found_in_code_and_on_pages(phrase: str, name: str) -> None:
    """Within a sentence, at its end and at its beginning."""
    for sentence in (f"Return {phrase} of it.", f"It ends with {phrase}.", f"It ends. {phrase.capitalize()} of it."):
        assert prose.faults(name, texts(sentence)) == [f"page:1: write {_in(phrase, sentence)!r} in another way"]


@pytest.mark.parametrize("name", ["src", "docs"])
@pytest.mark.parametrize("phrase", NEVER)
def test_some_phrases_are_found_even_once(phrase: str, name: str) -> None:
    (fault,) = prose.faults(name, texts(f"It {phrase} some." + " word" * 3000))
    assert fault == f"page:1: write {phrase.removeprefix('the ')!r} in another way"


@pytest.mark.parametrize("name", ["src", "docs"])
def test_a_trailing_too_is_found(name: str) -> None:
    assert prose.faults(name, texts("It is found, too.")) == ["page:1: write ', too' in another way"]


def _in(phrase: str, sentence: str) -> str:
    start = sentence.lower().index(phrase)
    return sentence[start : start + len(phrase)]


@pytest.mark.parametrize("name", ["src", "docs"])
@pytest.mark.parametrize("sentence", GOOD)
def test_a_good_sentence_passes(sentence: str, name: str) -> None:
    assert prose.faults(name, texts(sentence)) == []


def test_one_question_word_in_a_hundred_texts_passes() -> None:
    good = ("Return it.",) * 98
    assert prose.faults("src", texts("What it is.", "Return that.", *good)) == []
    assert len(prose.faults("src", texts("What it is.", "What that is.", *good))) == 2


@pytest.mark.parametrize(("name", "words"), [("src", 1000), ("docs", 2000)])
def test_a_phrase_in_many_words_passes(name: str, words: int) -> None:
    assert prose.faults(name, texts("told", "word " * (words - 1))) == []
    assert prose.faults(name, texts("told", "word " * (words - 2))) == ["page:1: write 'told' in another way"]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a module and two pages in which nothing is wrong."""
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    for folder in ("src", "docs"):
        (tmp_path / folder).mkdir()
    (tmp_path / "src" / "rules.py").write_text('"""The rules."""\n', encoding="utf-8")
    for page in ("README.md", "docs/index.md"):
        (tmp_path / page).write_text("# A game\n", encoding="utf-8")
    return tmp_path


def test_docstrings_and_messages_are_read(root: Path) -> None:
    """Of a docstring only the first paragraph; names and keys, which have no spaces, are not English."""
    module = root / "src" / "rules.py"
    module.write_text(
        '"""First\n  line.\n\nWhat follows is not read.\n"""\n\n\ndef rule(name="plain"):\n'
        '    """Return it."""\n    raise ValueError(f"no such {name}")\n',
        encoding="utf-8",
    )
    assert sorted(prose.of_code(module)) == [
        ("src/rules.py:1", "First line."),
        ("src/rules.py:10", "no such"),
        ("src/rules.py:9", "Return it."),
    ]


def test_lines_of_a_page_are_read_without_its_code(root: Path) -> None:
    page = root / "docs" / "index.md"
    page.write_text(
        "# A game\n\n```python\nwhoever = 1\n```\nIt ends.\n\n1. So:\n   ```text\n   told\n   ```\n- So.\n", "utf-8"
    )
    assert [each.text for each in prose.of_page(page)] == ["# A game", "It ends.", "1. So:", "- So."]


@pytest.mark.parametrize(
    ("file", "text", "fault"),
    [
        ("src/rules.py", '"""Whether it ends."""\n', "src/rules.py:1: begins with a question word: Whether it ends."),
        ("src/rules.py", '"""Play."""\n\nX = "is no\\n move"\n', "src/rules.py:3: write 'is no move' in another way"),
        ("docs/index.md", "# A game\n\nWe told you.\n", "docs/index.md:3: write 'told' in another way"),
        ("README.md", "# A game of one's own\n", 'README.md:1: write "of one\'s own" in another way'),
    ],
)
def test_the_whole_project_is_checked(
    root: Path, capsys: pytest.CaptureFixture[str], file: str, text: str, fault: str
) -> None:
    """It ends with 1 when a sentence is at fault, whichever folder it is run in."""
    with pytest.raises(SystemExit, match="0"):
        prose.main()
    assert capsys.readouterr().out == ""
    (root / file).write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match="1"):
        prose.main()
    assert capsys.readouterr().out.splitlines() == [fault]
