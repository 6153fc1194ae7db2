"""Answers about runs that are done: made once from the result, and kept."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar
from uuid import UUID

from fastapi import Depends, Request
from fastapi.responses import Response
from pydantic import BaseModel
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import ObjectDeletedError

from lab.errors import ResultDamaged, refuses
from lab.kit.cached_answers import AnswerCache, CachedAnswer
from lab.kit.database import use_snapshot
from lab.kit.dependencies import DatabaseSession
from lab.kit.typed_json import WrittenJson, content_of, sent_json
from lab.runs import service
from lab.runs.service import Reading

_KEPT: Final = AnswerCache()

AnswerT = TypeVar("AnswerT", bound=BaseModel | WrittenJson)


@dataclass(frozen=True)
class Question:
    """A question about a run."""

    request: Request
    session: Session
    run_id: UUID

    def answer(
        self,
        key: tuple[Hashable, ...],
        make: Callable[[Reading], AnswerT],
        *,
        tells_labels: bool = False,
        lasts: Callable[[AnswerT], bool] = lambda _answer: True,
        without_null: bool = False,
    ) -> Response:
        """The answer that `key` names. `make` makes it from the run; its first field is `run_id`.

        Once the run is done it is kept, if it is one that `lasts`. All runs of the same result
        share it; if it `tells_labels`, those whose scenarios are the same with their labels.
        """
        reading = service.reading(self.session, self.run_id, tells_labels=tells_labels)
        is_done = reading.run.status == "done"
        if is_done:
            key = (*key, reading.run.result_id, reading.text_digest)
            kept = _KEPT.get(key)
            if kept is not None:
                self.session.commit()
                return kept.answer(self.request, self._head)
        else:
            reading = self._of_one_moment()
        answer = self._made(make, reading)
        if not is_done or not lasts(answer):
            return sent_json(self.session, answer, without_null=without_null)
        self.session.commit()
        kept = CachedAnswer.of(self._behind_head(content_of(answer, without_null=without_null)))
        _KEPT.put(key, kept)
        return kept.answer(self.request, self._head)

    def _of_one_moment(self) -> Reading:
        """A new attempt may replace the result between two queries. One that is done stays."""
        self.session.commit()
        self.session.expunge_all()
        use_snapshot(self.session)
        return Reading(service.require(self.session, self.run_id), None)

    def _made(self, make: Callable[[Reading], AnswerT], reading: Reading) -> AnswerT:
        try:
            return make(reading)
        except ObjectDeletedError:
            # Its owner has deleted it since it was found: NotFound.
            self.session.expunge_all()
            service.require(self.session, self.run_id)
            raise

    @property
    def _head(self) -> bytes:
        return f'{{"run_id":"{self.run_id}"'.encode()

    def _behind_head(self, content: bytes) -> bytes:
        if not content.startswith(self._head):
            raise AssertionError("the first field of an answer about a run must be run_id")
        return content[len(self._head) :]


@refuses(ResultDamaged)
async def _question(request: Request, session: DatabaseSession, run_id: UUID) -> Question:
    return Question(request, session, run_id)


RunQuestion = Annotated[Question, Depends(_question)]
"""Of the run that the path names."""
