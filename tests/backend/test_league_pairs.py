"""Which of two algorithms is fairer where, over HTTP."""

import httpx

from lab_model.evaluation import pair_standing


def test_the_standing_of_a_pair_ships_with_the_lab(client: httpx.Client) -> None:
    answer = client.get("/api/league/pairs/bbr2/fairtt")
    assert answer.status_code == 200
    assert answer.json() == pair_standing("bbr2", "fairtt").model_dump(mode="json")


def test_an_algorithm_that_the_league_does_not_have_is_named(client: httpx.Client) -> None:
    answer = client.get("/api/league/pairs/bbr2/nothing")
    assert answer.status_code == 404
    assert answer.json()["detail"] == "The league has no algorithm 'nothing'."
