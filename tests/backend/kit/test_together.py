"""One answer for all who ask in the same moment."""

import asyncio

import pytest

from lab.kit.together import Together


@pytest.mark.asyncio
async def test_who_asks_at_once_shares_an_answer_and_who_comes_later_does_not() -> None:
    found: list[str] = []

    def find(key: str) -> int:
        found.append(key)
        return len(found)

    together = Together(find, gather_s=0.05, thread_count=1)
    answers = await asyncio.gather(*(together.ask(key) for key in ("a", "a", "b", "a")))
    assert answers == [1, 1, 2, 1]
    assert await together.ask("a") == 3


@pytest.mark.asyncio
async def test_who_goes_away_does_not_take_the_answer_along() -> None:
    together = Together(lambda key: f"found {key}", gather_s=0.05, thread_count=1)
    gone = asyncio.create_task(together.ask("a"))
    stays = asyncio.create_task(together.ask("a"))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays == "found a"
