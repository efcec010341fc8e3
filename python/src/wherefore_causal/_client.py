"""A client for the part of the engine's HTTP API that Python needs, with the standard library only."""

from __future__ import annotations

import http.client
import json
from typing import Any, BinaryIO, Iterator
from urllib.parse import quote, urlencode

from ._errors import EngineError, InputError


class Client:
    """A client of an engine on this machine."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token
        self._catalogue: dict[str, Any] | None = None

    def catalogue(self) -> dict[str, Any]:
        """Searches, scores and prunings with their options, and the options of every run."""
        if self._catalogue is None:
            self._catalogue = self._asked("GET", "/api/catalogue")
        return self._catalogue

    def upload(self, name: str, file: BinaryIO, size: int, header: str, sheet: str | None = None) -> dict[str, Any]:
        """Uploads a table and returns the engine's preview of it."""
        named = {"name": name, "header": header, **({} if sheet is None else {"sheet": sheet})}
        query = urlencode(named, quote_via=quote)
        headers = {"Content-Type": "application/octet-stream", "Content-Length": str(size)}
        return self._asked("POST", f"/api/tables?{query}", file, headers)

    def delete_table(self, table: str) -> None:
        self._asked("DELETE", f"/api/tables/{table}")

    def start(self, request: dict[str, Any]) -> dict[str, Any]:
        """Starts a run."""
        body = json.dumps(request).encode()
        return self._asked("POST", "/api/runs", body, {"Content-Type": "application/json"})

    def run(self, run: str) -> dict[str, Any]:
        """The state of a run, and the names of its files."""
        return self._asked("GET", f"/api/runs/{run}")

    def pause(self, run: str) -> None:
        self._asked("POST", f"/api/runs/{run}/pause")

    def resume(self, run: str) -> None:
        self._asked("POST", f"/api/runs/{run}/resume")

    def delete_run(self, run: str) -> None:
        """Ends a run if it is still active, and deletes its files."""
        self._asked("DELETE", f"/api/runs/{run}")

    def file(self, run: str, name: str) -> bytes:
        return self._answer("GET", f"/api/runs/{run}/files/{name}").read()

    def events(self, run: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """The events of a run, as kind and data, until it is no longer active or the connection is lost."""
        kind = ""
        for line in _lines(self._answer("GET", f"/api/runs/{run}/events")):
            text = line.decode().rstrip("\n")
            if text.startswith("event: "):
                kind = text[7:]
            elif text.startswith("data: "):
                yield kind, json.loads(text[6:])

    def _asked(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
        text = self._answer(method, path, body, headers).read()
        return json.loads(text) if text else None

    def _answer(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self._port)
        bearer = {"Authorization": f"Bearer {self._token}", "Connection": "close"}
        try:
            connection.request(method, path, body, {**bearer, **(headers or {})})
            response = connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            raise EngineError(f"the engine does not answer ({error}); repeat the call, and a new one is started") from error
        if response.status < 400:
            return response
        refused = json.loads(response.read())
        if response.status >= 500:
            raise EngineError(refused["error"])
        raise InputError(refused["error"], refused.get("field"), refused.get("remedies"))


def _lines(response: http.client.HTTPResponse) -> Iterator[bytes]:
    try:
        yield from response
    except (OSError, http.client.HTTPException):
        return
