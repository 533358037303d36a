"""Text in the terminal is translated; JSON stays English."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("babel", reason="the catalogues are kept with Babel, a development tool")
sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import catalogues

from unjam import locale
from unjam.cli import COMMANDS, main
from unjam.cli.printing import language
from unjam.families import FAMILIES, family

VEHICLES = "6\n8\n1 h 2 2 3\n2 h 2 1 1\n3 h 2 5 5\n4 h 3 3 6\n5 v 3 6 1\n6 v 3 1 2\n7 v 3 4 2\n8 v 2 1 5\n"
FRENCH = """\
Déplacer la voiture 2 de 1 case vers la droite
Déplacer la voiture 3 de 3 cases vers la gauche
Déplacer la voiture 5 de 3 cases vers le bas
Déplacer la voiture 6 de 1 case vers le haut
Déplacer la voiture 8 de 1 case vers le haut
Déplacer la voiture 4 de 2 cases vers la gauche
Déplacer la voiture 7 de 2 cases vers le bas
Déplacer la voiture 1 de 3 cases vers la droite
"""
SPANISH = """\
Mueve el coche 2 1 casilla a la derecha
Mueve el coche 3 3 casillas a la izquierda
Mueve el coche 5 3 casillas hacia abajo
Mueve el coche 6 1 casilla hacia arriba
Mueve el coche 8 1 casilla hacia arriba
Mueve el coche 4 2 casillas a la izquierda
Mueve el coche 7 2 casillas hacia abajo
Mueve el coche 1 3 casillas a la derecha
"""


def unjam(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(Path(sys.executable).with_name("unjam")), *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env={"PYTHONUTF8": "1", "PATH": "", **environment},
        check=False,
    )


@pytest.mark.parametrize(("lang", "sentences"), [("fr", FRENCH), ("es", SPANISH)])
def test_moves_are_described_in_the_language(lang: str, sentences: str) -> None:
    done = unjam("solve", "--algorithm", "bfs", "--show", "words", "--quiet", "--lang", lang, stdin=VEHICLES)
    assert done.stdout == sentences
    boards = unjam("solve", "--algorithm", "bfs", "--show", "boards", "--lang", lang, stdin=VEHICLES).stdout
    assert [line[3:] for line in boards.splitlines() if re.match(r"\d\. ", line)] == sentences.splitlines()
    assert boards.count("| ") == 9 * 6


def test_language_comes_from_the_environment_or_option() -> None:
    command = "solve", "--algorithm", "bfs", "--show", "words", "--quiet"
    assert unjam(*command, stdin=VEHICLES, LANG="fr_CA.UTF-8").stdout == FRENCH
    assert unjam(*command, stdin=VEHICLES, LANG="fr_CA.UTF-8", LC_ALL="es_MX.UTF-8").stdout == SPANISH
    assert unjam(*command, "--lang=es", stdin=VEHICLES, LANG="fr_CA.UTF-8").stdout == SPANISH
    assert unjam(*command, stdin=VEHICLES, LANG="de_DE.UTF-8", LANGUAGE="de:fr").stdout == FRENCH
    assert unjam(*command, stdin=VEHICLES, LC_ALL="C", LANGUAGE="fr").stdout.startswith("Move car 2 1 cell right")


def test_faults_are_translated_with_their_places(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("6\n2\n1 h 2 2 3\n2 q 2 1 1\n")
    done = unjam("solve", "--lang", "fr", str(bad))
    assert (done.returncode, done.stdout) == (2, "")
    fault = f"{bad}: niveau 1, ligne 4, colonne 3: le véhicule 2 est orienté «\xa0q\xa0»\u202f; attendu\xa0: h ou v\n"
    assert done.stderr == fault
    missing = unjam("solve", "--lang", "es", "nowhere.txt")
    assert missing.stderr == "nowhere.txt: no existe el archivo o la carpeta\n"
    assert "la opción «--colour» no existe" in unjam("solve", "--lang", "es", "--colour").stderr


def test_json_stays_english(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("oooooooooooooooooooooooooooooooooooo\n")
    command = "solve", "--json", str(bad), "--family", "rushhour", "--lang"
    reasons = [json.loads(unjam(*command, lang).stdout)["reason"] for lang in ("en", "fr")]
    assert reasons[0] == reasons[1]
    record = json.loads(unjam("rate", "--json", "-", "--lang", "fr", stdin=VEHICLES).stdout)
    assert record["level"] in ("beginner", "intermediate")
    checked = unjam("check", "--json", "--solution", "2+9", "--lang", "es", "-", stdin=VEHICLES)
    assert json.loads(checked.stdout)["fault"].startswith("move 1:")


# -- a language in which every sentence of ours stands between brackets: what stands outside was never translated

OPENED, CLOSED = "⟦", "⟧"
NAMES = re.compile(
    r"--?[a-z-]+|\b(unjam|json|svg|png|gif|TEXT|SECONDS|SIZE|DIR|INTEGER|RANGE|FILE|FAMILY|[A-Z][A-Za-z ]+:)\b"
)
LEVEL = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"


@pytest.fixture(scope="module")
def bracketed_catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    words = {
        each.template: [f"⟦{each.singular}⟧", f"⟦{each.template}⟧"] if each.singular else f"⟦{each.template}⟧"
        for each in catalogues.collect_templates().values()
    }
    folder = tmp_path_factory.mktemp("bracketed")
    (folder / "xx.json").write_text(json.dumps(words), encoding="utf-8")
    return folder


@pytest.fixture
def bracketed(bracketed_catalogue: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(locale, "CATALOGUES", str(bracketed_catalogue))
    caches = (locale.languages, locale.catalogue)
    for each in caches:
        each.cache_clear()
    yield
    language.use_language("en")
    for each in caches:
        each.cache_clear()


def outside(text: str) -> list[str]:
    """Return the words outside all brackets."""
    letters, depth = [], 0
    for sign in re.sub(r"\x1b\[[0-9;]*m", "", text):
        depth += (sign == OPENED) - (sign == CLOSED)
        letters.append(sign if depth == 0 and sign != CLOSED else " ")
    return re.findall(r"[A-Za-zÀ-ÿ]{3,}", NAMES.sub(" ", "".join(letters)))


SAID = {
    "solve": (["solve", "-"], {"Rush", "Hour"}),
    "solve any": (["solve", "-", "--any", "--show", "none"], set()),
    "rate": (["rate", "-"], set()),
    "rate classic": (["rate", "-", "--model", "classic", "--advice"], {"classic"}),
    "explore": (["explore", "-"], set()),
    "compare": (["compare", "-", "--algorithms", "bfs,astar"], {"bfs", "astar", "blocking", "zero", "must", "two"}),
    "check": (["check", "-", "--solution", "L+1"], set()),
    "moves": (["moves", "-"], set()),
    "limit": (["solve", "-", "--algorithm", "bfs", "--time-limit", "0.000001"], set()),
    "generate": (["generate", "rushhour", "--level", "beginner", "--seed", "3"], set()),
    "no command": (["sovle"], {"sovle", "solve"}),
    "no option": (["solve", "--nothing"], set()),
    "no family": (["solve", "-", "--family", "chess"], {"chess"}),
    "no metric": (["solve", "-", "--metric", "miles"], set()),
    "a bad size": (["generate", "rushhour", "--size", "big"], set()),
    "a bad time": (["solve", "-", "--time-limit", "soon"], set()),
}


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("name", SAID)
def test_all_output_comes_from_the_catalogues(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    arguments, known = SAID[name]
    level = tmp_path / "level"
    level.write_text(LEVEL + "\n")
    arguments = [str(level) if each == "-" else each for each in arguments]
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SystemExit):
        main([*arguments, "--lang", "xx"])
    output = capsys.readouterr()
    text = (output.out + output.err).replace(str(level), "")
    assert OPENED in text
    boards = {word for word in outside(text) if len(set(word)) < 3 or word.isupper() or re.fullmatch(r"[A-Zox]+", word)}
    assert set(outside(text)) - boards - known - {"Rush", "Hour", "unjam"} == set()


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("command", COMMANDS)
def test_all_help_comes_from_the_catalogues(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--lang", "xx", "--help"])
    text = capsys.readouterr().out
    assert OPENED in text
    plain = re.sub(r"\[[^\]⟦]*\]", " ", " ".join(text.split()))
    names = {
        *" ".join(COMMANDS).replace("-", " ").split(),
        *FAMILIES,
        "classic",
        "add",
        "query",
        "export",
        "stats",
        "compact",
        "rerate",
    }
    names |= {each for kind in map(family, FAMILIES) for each in kind.formats}
    assert {word for word in outside(plain) if word.islower()} - names == set()


TWO_FAULTS = "AAo\nBoo\nBBo\nCoo\n"
SENTENCES = [  # arguments, standard input, what is printed in French and in Spanish
    (("solve", "-"), "xyz", "ceci ne ressemble à un niveau d’aucune famille", "esto no se parece a un nivel"),
    (("solve", "-"), TWO_FAULTS, "le niveau 1 n’est pas valable\xa0:", "el nivel 1 no es válido:"),
    (("solve", "-"), "", "\u202f; un plateau était attendu", "se esperaba un tablero"),
    (("explore", "rushhour/first-gear"), "", "dont 214 positions finales", "214 de ellas son finales"),
    (("explore", "rushhour/first-gear"), "", "l’une des plus difficiles,", "una de las más difíciles,"),
    (("generate", "rushhour", "--seed", "1", "--workers", "1"), "", ", 1 essayé\n", ", 1 probado\n"),
    (("solve", "--first", "A", "rushhour/first-gear"), "",
     "n’accepte pas l’option «\xa0first\xa0»\u202f; cette famille n’a pas d’options propres", "no admite «first»"),
    (("solve", "rushhour/market-dya"), "", "de ce nom\u202f; vouliez-vous", "; ¿querías"),
    (("solve", "--algoritm", "bfs", "x"), "", "«\xa0--algorithm\xa0»", "«--algorithm»"),
    (("generate", "--help"), "", "Rush Hour\xa0: le nombre", "Empaquetado: cuántas"),
    (("--help",), "", "[COMMANDE]", "[ORDEN]"),
    (("rate", "sokoban/after-you"), "", "impasses cachées", "callejones sin salida ocultos"),
    (("bench",), "", "1\u202f818\u202f202", "1.818.202"),
]  # fmt: skip


@pytest.mark.parametrize("lang", ["fr", "es"])
def test_translations_read_naturally(lang: str) -> None:
    for arguments, text, french, spanish in SENTENCES:
        answer = (
            unjam(*arguments, "--lang", lang, stdin=text)
            if arguments != ("--help",)
            else unjam("--lang", lang, "--help")
        )
        assert (french if lang == "fr" else spanish) in answer.stdout + answer.stderr, arguments


def test_one_and_a_half_is_singular() -> None:
    from unjam.core.wording import about_time

    assert [about_time(90).to(lang) for lang in ("fr", "es")] == [
        "environ une minute et demie", "alrededor de un minuto y medio"
    ]  # fmt: skip
    assert [about_time(9000).to(lang) for lang in ("fr", "es")] == ["environ 2 heures et demie", "unas 2 horas y media"]
