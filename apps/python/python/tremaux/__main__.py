"""The programs ``tremaux`` and ``tremaux-lab``."""

import os
import signal
import sys
import sysconfig

from ._native import command


def _run(line: list[str]) -> None:
    # The program answers Ctrl-C itself: it prints what is proved so far.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Each program finds the other one, also where nobody has activated the environment.
    os.environ["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])
    sys.exit(command(line))


def lab() -> None:
    """Runs the command line of ``tremaux-lab``."""
    _run(["tremaux-lab", *sys.argv[1:]])


def main() -> None:
    """Runs the command line of ``tremaux``."""
    if sys.argv[1:2] == ["lab"]:
        _run(["tremaux-lab", *sys.argv[2:]])
    _run(["tremaux", *sys.argv[1:]])


if __name__ == "__main__":
    main()
