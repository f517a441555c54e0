"""Everything that the command line has is in Python, or there is a reason beside it."""

import re

import pytest
import tremaux

CATALOGUE = tremaux.catalogue()

#: The function for each verb of the program; where there is none, `tremaux.command` runs it, because:
VERBS = {
    "solve": "solve",
    "analyze": "analyze",
    "path": "path",
    "referee": "referee",
    "trace": "trace",
    "generate": "generate",
    "explain": "explain",
    "list": "catalogue",
    "play": "it talks to a person in a terminal",
    "uci": "it talks to a program",
    "xboard": "it talks to a program",
    "nboard": "it talks to a program",
    "hub": "it talks to a program",
    "gtp": "it talks to a program",
    "check": "it judges files, and docs/check.py does so in Python",
    "build": "tables are built when they are needed",
    "serve": "it runs until it is stopped",
    "lab": "measurements of hours, with files of their own",
    "completions": "they are for a shell",
    "man": "it is for a shell",
    "help": "that of Python is there",
}


def test_every_verb_has_a_function_or_a_reason():
    commands = tremaux.command("help").split("Commands:")[1].split("Options:")[0]
    verbs = re.findall(r"^  ([a-z]+)  ", commands, re.MULTILINE)
    assert len(verbs) > 15 and set(verbs) == set(VERBS)
    for verb, function in VERBS.items():
        assert " " in function or callable(getattr(tremaux, function)), verb


@pytest.mark.parametrize("domain", CATALOGUE["domains"], ids=lambda it: it["info"]["name"])
def test_every_domain_and_its_algorithms_are_there(domain):
    name, example = domain["info"]["name"], domain["info"]["example"]
    report = tremaux.solve(name, example, nodes=2000)
    assert report.domain == name and tremaux.explain(name)["title"]
    ran = 0
    for algorithm in domain["algorithms"]:
        assert tremaux.explain(algorithm["name"])
        try:
            ran += tremaux.solve(name, example, algorithm=algorithm["name"], nodes=200).domain == name
        except tremaux.InputError as error:
            # With the reason.
            assert algorithm["name"] in str(error)
    assert ran * 2 >= len(domain["algorithms"]), "most of them run without options"


@pytest.mark.parametrize("game", CATALOGUE["games"], ids=lambda it: it["name"])
def test_every_game_and_the_algorithms_of_games_are_there(game):
    assert tremaux.analyze(game["name"], game["example"], nodes=200).game == game["name"]
    ran = 0
    for algorithm in CATALOGUE["game_algorithms"]:
        try:
            ran += tremaux.analyze(game["name"], game["example"], algorithm=algorithm["name"], nodes=200) is not None
        except tremaux.InputError as error:
            assert algorithm["name"] in str(error)
    assert ran >= 3
