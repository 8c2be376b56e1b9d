"""What is wrong, said to a person in a page and to a program in JSON."""

from __future__ import annotations

from http import HTTPStatus

from starlette.responses import HTMLResponse, JSONResponse, Response

from paperkg.serve.html import document, tag
from paperkg.serve.negotiate import HTML, choose


def problem(status: int, reason: str, accept: str = "", headers: dict[str, str] | None = None) -> Response:
    """Say what is wrong, in the form that the client likes best; in JSON where it says nothing.

    Args:
        status: The HTTP status.
        reason: What is wrong, and what to do.
        accept: What the request's Accept headers say.
        headers: More headers to send.
    """
    sent = {"Vary": "Accept", **(headers or {})}
    if choose(accept, ("application/json", HTML)) != HTML:
        return JSONResponse({"error": reason}, status, headers=sent)
    title = HTTPStatus(status).phrase.capitalize()
    sentence = f"{reason[:1].upper()}{reason[1:]}".removesuffix(".")
    return HTMLResponse(document(title, tag("h1", title), tag("p", f"{sentence}.")), status, headers=sent)
