"""The program ``tremaux``."""

import signal
import sys

from ._native import command


def main() -> None:
    """Runs the command line."""
    # The program answers Ctrl-C itself: it prints what is proved so far.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command(["tremaux", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
