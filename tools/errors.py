"""The one error that `./lab` shows to a person instead of a traceback."""


class LabError(Exception):
    """An error that the user can fix: the message names the problem and the command that helps.

    `exit_code` is 2 for a wrong request or a missing prerequisite, 1 for something that failed.
    """

    def __init__(self, message: str, exit_code: int = 1) -> None:
        super().__init__(message)
        self.exit_code = exit_code
