"""The server of built applications: its own files, to a frame, under a policy that holds them."""

from pathlib import Path

import pytest
from werkzeug.test import Client, TestResponse

from tools.marking.sites import POLICY, Sites

DESK = "http://127.0.0.1:8642"


class SitesServer:
    """Sites on port 9000, asked as a browser would."""

    def __init__(self, folder: Path) -> None:
        self.sites = Sites()
        self.sites.port = 9000
        self.sites.desk = DESK
        self.origin = self.sites.open(folder).rstrip("/")
        self._client = Client(self.sites)

    def get(self, path: str, origin: str = "", dest: str = "iframe", **more: str) -> TestResponse:
        return self._client.open(
            path,
            base_url=origin or self.origin,
            headers={"Sec-Fetch-Dest": dest},
            method=more.get("method", "GET"),
        )


@pytest.fixture
def server(tmp_path: Path) -> SitesServer:
    site = tmp_path / "site"
    (site / "assets").mkdir(parents=True)
    (site / "index.html").write_text("<h1>App</h1>")
    (site / "assets/app.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    (site / "link.txt").symlink_to(tmp_path / "secret.txt")
    (site / "up").symlink_to(tmp_path)
    return SitesServer(site)


def test_files_are_served_with_their_type_and_routes_lead_to_the_page(server: SitesServer) -> None:
    assert server.get("/").text == "<h1>App</h1>"
    assert server.get("/assets/app.js").content_type == "text/javascript; charset=utf-8"
    assert server.get("/list/3").text == "<h1>App</h1>"
    assert server.get("/missing.js").status_code == 404


def test_a_folder_stands_for_its_page_and_names_may_have_any_letters(
    server: SitesServer, tmp_path: Path
) -> None:
    (tmp_path / "site/help").mkdir()
    (tmp_path / "site/help/index.html").write_text("<h1>Help</h1>")
    (tmp_path / "site/größe.json").write_text("{}")
    assert server.get("/help/").text == "<h1>Help</h1>"
    assert server.get("/größe.json").text == "{}"
    assert server.get("/%FF.json").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/link.txt",
        "/up/secret.txt",
        "//secret.txt",
        "/assets/",
    ],
)
def test_nothing_outside_of_the_folder_is_served(server: SitesServer, path: str) -> None:
    assert "secret" not in server.get(path).text


def test_other_hosts_and_pages_of_their_own_are_refused(server: SitesServer) -> None:
    for origin in ("http://127.0.0.1:9000", "http://localhost:9000", "http://x.localhost:9000"):
        assert server.get("/", origin).status_code == 404
    assert server.get("/", server.origin.replace("9000", "9001")).status_code == 404
    assert server.get("/", dest="document").status_code == 403
    assert server.get("/", method="POST").status_code == 405


def test_every_reply_carries_the_policy(server: SitesServer) -> None:
    for reply in (server.get("/"), server.get("/x.js"), server.get("/", "http://a.localhost:9000")):
        policy = reply.headers["Content-Security-Policy"]
        assert policy == POLICY.format(desk=DESK)
        for rule in ("connect-src 'self'", "form-action 'none'", f"frame-ancestors {DESK}"):
            assert rule in policy
        assert "allow-top-navigation" not in policy and "allow-popups" not in policy
        assert "response-origin" in reply.headers["Connection-Allowlist"]


def test_each_start_has_an_origin_of_its_own_that_names_nothing(tmp_path: Path) -> None:
    sites = Sites()
    sites.port = 9000
    starts = {sites.open(tmp_path / "swift-otter") for _ in range(20)}
    assert len(starts) == 20
    assert not [start for start in starts if "otter" in start]
