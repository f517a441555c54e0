"""What all tests need of their process."""

import signal

# A job in the background of a shell inherits that Ctrl-C is ignored: tests that press it would
# wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)
