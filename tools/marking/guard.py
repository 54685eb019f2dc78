"""Who may use the application: one browser of this machine's user, and no page of another site.

The printed address carries a key that is valid once; then the browser has a cookie. A request
must name this server as its host (so no foreign name can point here) and carry the cookie. To
change anything it also needs a token that only our own pages know.
"""

import hmac
import secrets
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, Response, redirect, request
from werkzeug.exceptions import BadRequest, Forbidden

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
TOKEN = "token"
"""The field of a form, which carries the token."""


@dataclass
class Guard:
    """The secrets of one start of the application on one port."""

    port: int
    key: str = field(default_factory=secrets.token_urlsafe)
    cookie: str = field(default_factory=secrets.token_urlsafe)
    token: str = field(default_factory=secrets.token_urlsafe)
    key_used: bool = False

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        """What the user opens, once."""
        return f"{self.origin}/?key={self.key}"

    def protect(self, app: Flask) -> None:
        app.before_request(self._admit)
        app.after_request(self._harden)

    def _admit(self) -> Any:
        if request.headers.get("Host") not in (f"127.0.0.1:{self.port}", f"localhost:{self.port}"):
            raise BadRequest("This application answers to 127.0.0.1 alone.")
        if not _same(request.cookies.get(self._cookie_name(), ""), self.cookie):
            return self._open()
        if "key" in request.args:
            return redirect(request.path, 303)
        if request.method not in ("GET", "HEAD") and not self._is_ours():
            raise Forbidden("This page is from before the application was started: load it again.")
        return None

    def _open(self) -> Any:
        """Trade the key for the cookie, once, and take the key out of the address."""
        if self.key_used or not _same(request.args.get("key", ""), self.key):
            raise Forbidden(
                "Open the address that `make marking` printed. It is valid for one browser: "
                "for another one, start `make marking` again."
            )
        self.key_used = True
        response = redirect(request.path, 303)
        response.set_cookie(self._cookie_name(), self.cookie, httponly=True, samesite="Strict")
        return response

    def _is_ours(self) -> bool:
        origin = request.headers.get("Origin")
        known = origin in (None, self.origin, self.origin.replace("127.0.0.1", "localhost"))
        return known and _same(request.form.get(TOKEN, ""), self.token)

    def _harden(self, response: Response) -> Response:
        response.headers.update({**HEADERS, "Content-Security-Policy": POLICY})
        return response

    def _cookie_name(self) -> str:
        """Browsers share cookies between the ports of a machine."""
        return f"assay_marking_{self.port}"


def _same(token: str, secret: str) -> bool:
    return hmac.compare_digest(token.encode(), secret.encode())
