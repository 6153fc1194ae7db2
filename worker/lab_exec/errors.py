"""Errors that end a command with a sentence instead of a traceback."""


class InputError(Exception):
    """Something that the person gave is wrong. One line per problem; exit code 2."""

    def __init__(self, *messages: str) -> None:
        super().__init__("\n".join(messages))
        self.messages = messages


class RunFailedError(Exception):
    """The machine could not do the requested work: exit code 1."""


class SentTooMuchError(RunFailedError):
    """A module sent more than its bound; a run until `at_s` can be repeated."""

    def __init__(self, message: str, at_s: float) -> None:
        super().__init__(message)
        self.at_s = at_s
