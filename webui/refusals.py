"""What the panel refuses, as errors with an HTTP status; said in the viewer's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import MoontableError
from companion.language.catalogue import Catalogue
from companion.language.notices import worded


class Refusal(MoontableError):
    """A request that is not done. ``code`` is a word for programs; the texts are ``errors.<code>``.

    ``values`` fill the texts; ``more`` is added to the JSON beside "error"; ``headers`` to the
    answer. A ``message`` and ``advice`` that are given stand in place of the texts;
    where they are notices, they are worded for the viewer, too.
    """

    def __init__(
        self,
        status: int,
        code: str,
        *,
        message: str = "",
        advice: str = "",
        values: Mapping[str, Any] | None = None,
        more: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message or code, advice)
        self.status = status
        self.code = code
        self.values = dict(values or {})
        self.more = dict(more or {})
        self.headers = dict(headers or {})
        self.own_words = bool(message)

    def told(self, say: Catalogue) -> dict[str, Any]:
        """The JSON of the refusal."""
        if self.own_words:
            message = worded(self.message, say.language)
            advice = worded(self.advice, say.language)
        else:
            message = say.say(f"errors.{self.code}.message", **self.values)
            advice = say.say(f"errors.{self.code}.advice", **self.values)
        error = {"code": self.code, "message": message, "advice": advice}
        return {"error": error, **self.more}
