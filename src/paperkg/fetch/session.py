"""Asking a service politely, and trusting nothing of what it answers.

Polite: one request at a time, a pause between two (each service's own), waiting as long as ``Retry-After``
says and else longer from try to try, a User-Agent that says what asks and whom to write to.

Careful: only http and https; from https never down to http; keys and tokens go to the service alone, and
over https (or to this machine); an answer may have so many bytes, unpacked as well, and take so long.

httpx asks and tenacity tries again. The services' own clients are all alive and under free licences
(December 2026), and are not used here:

- openreview-py 2.9 (MIT) needs pycryptodome, tqdm, pylatexenc, tld, pyjwt, editdistance and more;
  `get_all_notes` gives all or nothing, and it prints to stdout when it tries again.
- arxiv 4.0 (MIT; requests, lxml) has a fixed address, does not heed Retry-After, and does not try again
  when the connection breaks.
- pyalex 0.21 (MIT; requests) keeps address and key in a global; it tries once only, unless told otherwise
  there.
- semanticscholar 0.12 (MIT; httpx, tenacity) does not heed Retry-After, tries again after 429 alone, and
  keeps the token that the next page needs to itself.
- acl-anthology 1.3 (Apache 2.0; some 17 packages) clones the whole repository with git, to read one file of
  it.

None bounds what it takes in.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, TypeVar

from paperkg.__about__ import __version__
from paperkg.fetch.service import BrokenPageError, FetchError, from_json, inner, one_line

if TYPE_CHECKING:
    import ssl

    import httpx
    from tenacity import RetryCallState

MAX_BYTES = 64 << 20
"""Bytes that an answer may have, unpacked."""
MAX_SECONDS = 600.0
"""Seconds that an answer may take, and that we wait because a service asks us to."""
_MAX_WORDS = 1 << 16  # bytes that are read of an answer that says what is wrong
_MAX_REDIRECTS = 5
_TRIES, _FEW_TRIES = 6, 3
_LATER = "try again later: the same command goes on from there"
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_PASSING = frozenset((408, 425, 429, 500, 502, 503, 504))
_REFUSED = frozenset((401, 403))
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Clock:
    """The time, in seconds since 1970, and how to let some of it pass."""

    now: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep


class _PassingError(Exception):
    """What may be over when it is tried again."""

    def __init__(self, reason: str, wait: float | None = None, tries: int = _TRIES) -> None:
        super().__init__(reason)
        self.wait = wait
        self.tries = tries


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


class Session:
    """One service under way.

    Args:
        title: What people call the service.
        address: Where it is.
        pause: Seconds from one request to the next.
        refused: What to do when it says that one may not.
        contact: An address that its people can write to.
        clock: The time.
        tell: Takes a line whenever something is tried again.
    """

    def __init__(
        self,
        title: str,
        address: str,
        pause: float,
        refused: str,
        contact: str,
        clock: Clock,
        tell: Callable[[str], None],
    ) -> None:
        import httpx

        if not contact.isascii() or not contact.isprintable() or " " in contact:
            raise FetchError("--contact", "is no address", "give an e-mail or web address")
        self.address = address.rstrip("/")
        self.title = title
        self._url = self._addressed(self.address, "give one that begins with https://")
        self._pause, self._refused, self._clock, self._tell = pause, refused, clock, tell
        self._free_at = 0.0
        self._headers = {
            "User-Agent": f"paperkg/{__version__}" + (f" ({contact})" if contact else ""),
            "Accept-Encoding": "gzip",
        }
        self._secret_headers: dict[str, str] = {}
        self._secret_parameters: dict[str, str] = {}
        self._client = httpx.Client(
            verify=_trusted(), timeout=httpx.Timeout(60, connect=30), follow_redirects=False
        )

    def close(self) -> None:
        """Let go of the connection."""
        self._client.close()

    def keep_pace(self, pause: float) -> None:
        """Set another pause, for those whom a service lets ask more often or less."""
        self._pause = pause

    def show(
        self, *, headers: Mapping[str, str] | None = None, parameters: Mapping[str, str] | None = None
    ) -> None:
        """Send a key or token with all that is asked from here on.

        Raises:
            FetchError: It would go over the network for all to read.
        """
        self._private()
        self._secret_headers.update(headers or {})
        self._secret_parameters.update(parameters or {})

    def get(self, path: str, parameters: Mapping[str, str], read: Callable[[bytes], T]) -> tuple[bytes, T]:
        """Ask for a page, several times if need be, until it can be read.

        Returns:
            The page, and what was read of it.

        Raises:
            FetchError: The service refuses, does not answer, or answers what cannot be read.
        """

        def once() -> tuple[bytes, T]:
            answer = self._followed(path, parameters)
            try:
                return answer.body, read(answer.body)
            except BrokenPageError as error:
                raise _PassingError(f"what it answers cannot be read: {error}", tries=_FEW_TRIES) from error

        return self._tried(once)

    def post(self, path: str, value: object) -> dict[str, Any]:
        """Send a JSON object, such as a password, and return the one that comes back.

        Raises:
            FetchError: As in `get`; or the service sends us elsewhere.
        """
        self._private()

        def once() -> dict[str, Any]:
            answer = self._sent("POST", self._under(path), {}, self._headers, value)
            if answer.status in _REDIRECTS:
                raise FetchError(self.title, "sends a login elsewhere", "check the address")
            return from_json(self._good(answer).body)

        return self._tried(once)

    def _tried(self, once: Callable[[], T]) -> T:
        from tenacity import Retrying, retry_if_exception_type, wait_exponential, wait_random

        longer = wait_exponential(multiplier=2, max=60) + wait_random(0, 1)

        def wait(state: RetryCallState) -> float:
            asked = _passing(state).wait
            return longer(state) if asked is None else asked

        def told(state: RetryCallState) -> None:
            seconds = state.next_action.sleep if state.next_action else 0
            self._tell(f"{self.title}: {_passing(state)}; trying again in {seconds:,.0f} s")

        retrying = Retrying(
            sleep=self._clock.sleep,
            stop=lambda state: state.attempt_number >= _passing(state).tries,
            wait=wait,
            retry=retry_if_exception_type(_PassingError),
            before_sleep=told,
            reraise=True,
        )
        try:
            return retrying(once)
        except _PassingError as error:
            raise FetchError(self.title, str(error), _LATER) from error
        except BrokenPageError as error:
            raise FetchError(self.title, f"what it answers cannot be read: {error}", _LATER) from error

    def _followed(self, path: str, parameters: Mapping[str, str]) -> _Answer:
        """Ask for what is at a path, and where the answer sends us, within bounds."""
        url = self._under(path)
        parameters = {**parameters, **self._secret_parameters}
        headers = self._headers | self._secret_headers
        for _ in range(_MAX_REDIRECTS + 1):
            answer = self._sent("GET", url, parameters, headers)
            if answer.status not in _REDIRECTS:
                return self._good(answer)
            target = self._target(url, answer.headers.get("location", ""))
            if (target.scheme, target.host, target.port) != (url.scheme, url.host, url.port):
                headers = self._headers  # no key for others
            url, parameters = target, {}
        raise FetchError(self.title, "sends us on and on", "check the address")

    def _target(self, url: httpx.URL, location: str) -> httpx.URL:
        import httpx

        try:
            target = url.join(location)
        except (httpx.InvalidURL, ValueError) as error:
            raise FetchError(self.title, "sends us to what is no address", "check the address") from error
        target = self._addressed(str(target), "check the address")
        if url.scheme == "https" and target.scheme != "https":
            raise FetchError(self.title, "sends us from https down to http", "check the address")
        return target

    def _addressed(self, address: str, advice: str) -> httpx.URL:
        import httpx

        try:
            url = httpx.URL(address)
        except (httpx.InvalidURL, ValueError) as error:
            raise FetchError(self.title, f"{address[:100]} is no address", advice) from error
        if url.scheme not in ("http", "https") or not url.host:
            raise FetchError(self.title, f"{address[:100]} is no address of the web", advice)
        return url

    def _under(self, path: str) -> httpx.URL:
        return self._addressed(self.address + path, "check the address")

    def _private(self) -> None:
        if self._url.scheme != "https" and not _is_this_machine(self._url.host):
            raise FetchError(
                self.title,
                "a key or password would go over plain http, for all to read",
                "give an https address, or take the key out of the environment",
            )

    def _sent(
        self,
        method: str,
        url: httpx.URL,
        parameters: Mapping[str, str],
        headers: Mapping[str, str],
        value: object = None,
    ) -> _Answer:
        import httpx

        self._clock.sleep(max(0.0, min(self._free_at - self._clock.now(), self._pause)))
        try:
            asked = url.copy_merge_params(parameters) if parameters else url
            with self._client.stream(method, asked, headers=headers, json=value) as response:
                good = response.status_code == 200
                body = b"" if response.status_code in _REDIRECTS else self._body(response, good=good)
                return _Answer(response.status_code, response.headers, body)
        except httpx.InvalidURL as error:  # of a redirect, which httpx looks at though it is not to follow it
            raise FetchError(self.title, "sends us to what is no address", "check the address") from error
        except httpx.ConnectError as error:
            raise _PassingError(f"cannot be reached ({_line(error)})", tries=_FEW_TRIES) from error
        except httpx.TimeoutException as error:
            raise _PassingError("does not answer in time") from error
        except (httpx.TransportError, zlib.error) as error:
            raise _PassingError(f"the answer broke off ({_line(error)})") from error
        finally:
            self._free_at = self._clock.now() + self._pause

    def _body(self, response: httpx.Response, *, good: bool) -> bytes:
        """Take in an answer, not more of it and not longer than may be."""
        packing = response.headers.get("content-encoding", "").strip().lower()
        if packing not in ("", "identity", "gzip", "x-gzip"):
            raise FetchError(self.title, f"answers packed with {packing[:20]}", "check the address")
        most = MAX_BYTES if good else _MAX_WORDS
        unpack = zlib.decompressobj(31) if packing in ("gzip", "x-gzip") else None
        until = self._clock.now() + MAX_SECONDS
        body = bytearray()
        for chunk in response.iter_raw():
            body += unpack.decompress(chunk, most + 1 - len(body)) if unpack else chunk
            if len(body) > most:
                if good:
                    raise FetchError(
                        self.title, f"answers with more than {MAX_BYTES >> 20} MB", "ask for less at a time"
                    )
                return bytes(body[:most])
            if self._clock.now() > until:
                raise _PassingError("is too slow")
        if unpack and not unpack.eof and good:
            raise _PassingError("the answer broke off (in the middle of its packing)")
        return bytes(body)

    def _good(self, answer: _Answer) -> _Answer:
        """Let through what is an answer, and say of all else what it is."""
        status = answer.status
        if status == 200:
            return answer
        said = _said(answer.body)
        reason = f"answers {status}" + (f" ({said})" if said else "")
        if status in _PASSING:
            wait = _retry_after(answer.headers.get("retry-after", ""), self._clock.now())
            if wait is not None and wait > MAX_SECONDS:
                raise FetchError(self.title, f"{reason} and asks to wait {_duration(wait)}", _LATER)
            raise _PassingError(reason, wait)
        if status in _REFUSED:
            raise FetchError(self.title, reason, self._refused)
        if status in (404, 410):
            raise FetchError(self.title, f"there is no such thing: it {reason}", "check the query")
        raise FetchError(self.title, reason, "check the query and the address, or begin anew (--fresh)")


@cache
def _trusted() -> ssl.SSLContext:
    """Return whom to trust; it takes long to load."""
    import httpx

    return httpx.create_ssl_context()


def _passing(state: RetryCallState) -> _PassingError:
    error = state.outcome.exception() if state.outcome else None
    return error if isinstance(error, _PassingError) else _PassingError("")


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _retry_after(value: str, now: float) -> float | None:
    """Read how many seconds a service asks to wait, from a number or from a date.

    >>> _retry_after("120", 0), _retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 20), _retry_after("soon", 0)
    (120.0, 40.0, None)
    """
    value = value.strip()
    if value.isascii() and value.isdecimal():
        return float(value[:9])
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError):
        return None
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (zoned - datetime.fromtimestamp(now, UTC)).total_seconds())


def _duration(seconds: float) -> str:
    """Say how long.

    >>> _duration(900), _duration(86400)
    ('15 minutes', '24 hours')
    """
    return f"{seconds / 60:,.0f} minutes" if seconds < 7_200 else f"{seconds / 3600:,.0f} hours"


def _said(body: bytes) -> str:
    """Return what a service says is wrong, in a line."""
    try:
        page = from_json(body)
    except BrokenPageError:
        return ""
    return _cut(next((line for name in ("message", "error") if (line := one_line(inner(page, name)))), ""))


def _line(error: Exception) -> str:
    return _cut(" ".join(str(error).split())) or type(error).__name__


def _cut(line: str) -> str:
    return line if len(line) <= 160 else f"{line[:160].rstrip()}..."
