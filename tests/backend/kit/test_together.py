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
async def test_only_who_asks_soon_after_another_waits_for_more() -> None:
    """The second waits so long that a test would not end; the first does not wait."""
    together = Together(lambda key: f"found {key}", gather_s=3600.0, thread_count=1)
    assert await together.ask("a") == "found a"
    second = asyncio.create_task(together.ask("a"))
    third = asyncio.create_task(together.ask("a"))
    done, waiting = await asyncio.wait({second, third}, timeout=0.05)
    assert (done, waiting) == (set(), {second, third})
    second.cancel()
    third.cancel()


@pytest.mark.asyncio
async def test_who_goes_away_does_not_take_the_answer_along() -> None:
    together = Together(lambda key: f"found {key}", gather_s=0.05, thread_count=1)
    gone = asyncio.create_task(together.ask("a"))
    stays = asyncio.create_task(together.ask("a"))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays == "found a"
