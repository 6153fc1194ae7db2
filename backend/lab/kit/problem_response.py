"""Problem details as a response of HTTP."""

from fastapi.responses import Response

from lab.kit.problem import PROBLEM_MEDIA_TYPE, ProblemDetails


def problem_response(problem: ProblemDetails, headers: dict[str, str] | None = None) -> Response:
    """The response of a problem, with its own media type."""
    return Response(
        problem.model_dump_json(),
        status_code=problem.status,
        media_type=PROBLEM_MEDIA_TYPE,
        headers=headers,
    )
