"""How the page is delivered: bundles made of its modules, kept by the browser under an address with a version."""

from __future__ import annotations

import asyncio
import gzip
import re
import shutil
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from web_browser import Visit
from web_levels import id_of
from web_server import address

from unjam.families import FAMILIES
from unjam.formats.position_id import encode
from unjam.formats.read import as_puzzle
from unjam.formats.shipped import bundled
from unjam.web.api.routes import ROUTES
from unjam.web.http.bundle import ENTRY, FIRST_VIEW, Bundles, Script
from unjam.web.http.constant_answers import ConstantAnswers
from unjam.web.http.static_files import FOREVER, SERVICE_WORKER, STATIC, PageFiles
from unjam.web.options import ServerOptions
from unjam.web.server import make_state, open_listener

MAX_SECOND_VIEW = 12_000
CONSTANT = ["/families", *(f"/families/{name}/{what}" for name in FAMILIES for what in ("levels", "rules"))]
PLAY = f"/play/{encode(as_puzzle(bundled('rushhour')[0].name))}"
FILES = PageFiles()
ROOT = f"/static/{FILES.version}"
LOADED = """(root) => performance.getEntriesByType("resource")
    .map((entry) => new URL(entry.name).pathname)
    .filter((path) => path.startsWith(root) && path.endsWith(".js")).map((path) => path.slice(root.length))"""
EXPORTS = """async ([registry, plain, entries, paths]) => {
  const { importModule, loadModule } = await import(registry);
  const different = [];
  for (const entry of entries) await loadModule(entry);
  for (const path of paths) {
    const names = Object.keys(await import(plain + path)).sort();
    if (String(Object.keys(importModule(path)).sort()) !== String(names)) different.push(path);
  }
  return different;
}"""


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address()) as client:
        yield client


def transfers(visit: Visit, path: str, last: str) -> tuple[dict[str, int], list[str]]:
    """Open the address in a new tab and wait for an element.

    Return address -> the bytes sent, also for what was only asked about; and the addresses that had not changed.
    """
    visit.another_tab()
    session = visit.context.new_cdp_session(visit.page)
    session.send("Network.enable")
    urls: dict[str, str] = {}
    sent: dict[str, int] = {}
    unchanged: list[str] = []
    session.on("Network.requestWillBeSent", lambda event: urls.update({event["requestId"]: event["request"]["url"]}))

    def answered(event: dict[str, Any]) -> None:
        if event["statusCode"] == 304:
            unchanged.append(event["requestId"])

    def finished(event: dict[str, Any]) -> None:
        sent[address_of(event["requestId"])] = event["encodedDataLength"]

    def address_of(request: str) -> str:
        return urls.get(request, "").removeprefix(visit.address)

    session.on("Network.responseReceivedExtraInfo", answered)
    session.on("Network.loadingFinished", finished)
    page = visit.open(path)
    page.locator(".board .piece").first.wait_for()
    page.locator(last).first.wait_for()
    page.wait_for_load_state("networkidle")
    return sent, [address_of(request) for request in unchanged]


@pytest.mark.parametrize(("path", "last"), [("/", ".levels .mini"), (PLAY, ".rate .meter i")], ids=["home", "play"])
def test_second_visit_asks_for_no_file_again(path: str, last: str) -> None:
    with Visit(fresh=True) as visit:
        (first, _), (second, unchanged) = (transfers(visit, path, last) for _ in range(2))
        assert sum(size for path, size in first.items() if path.startswith("/static/")) > 20_000
        assert [path for path, size in second.items() if path.startswith("/static/") and size] == []
        assert sum(second.values()) <= MAX_SECOND_VIEW, second
        assert unchanged == [path], "only the HTML is asked about again: it names the versions of everything else"


def test_constant_answer_is_stored_by_its_version(client: httpx.Client) -> None:
    html = client.get("/")
    version = re.findall(r'<html [^>]*data-answers="(\w+)"', html.text)[0]
    assert f"</api/v1/families?v={version}>" in html.headers["link"]
    assert f"</api/v1/families/rushhour/levels?v={version}>" in html.headers["link"]
    for path in CONSTANT:
        plain, known, outdated = (client.get(f"/api/v1{path}{query}") for query in ("", f"?v={version}", "?v=0"))
        assert plain.content == known.content == outdated.content
        assert known.headers["cache-control"] == FOREVER
        assert plain.headers["cache-control"] == outdated.headers["cache-control"] == "no-cache"
    assert "immutable" not in client.get(f"/api/v1/plays/enabled?v={version}").headers["cache-control"]


def test_page_names_the_version_of_every_constant_answer() -> None:
    [pattern] = re.findall(r"const CONSTANT = /(.+)/;", (STATIC / "transport.js").read_text(encoding="utf-8"))
    expression = re.compile(pattern.replace(r"\/", "/"))
    addresses = [route.path.format(name="tiles", id="1a", kind="png") for route in ROUTES]
    constant = [address for address, route in zip(addresses, ROUTES, strict=True) if route.is_constant]
    assert [address for address in addresses if expression.search(address)] == constant


def test_version_of_the_answers_changes_with_any_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    state = make_state(ServerOptions())
    versions = {ConstantAnswers(state).version, ConstantAnswers(state).version}
    assert len(versions) == 1
    monkeypatch.setitem(FAMILIES, "broken", "unjam.families.broken:Broken")
    answers = ConstantAnswers(state)
    versions.add(answers.version)  # nobody can get the answers about it, but the page opens
    assert len(versions) == 2
    with pytest.raises(ModuleNotFoundError):
        dict(answers.all())


def test_browser_loads_what_the_import_graph_says() -> None:
    with Visit() as visit:
        for entry in FILES.bundles.contents:
            page = visit.load("/open")
            page.evaluate("(path) => import(path).then(() => null)", f"/static/{entry}")
            loaded = {path for path in page.evaluate(LOADED, "/static/") if path in FILES.bundles.scripts}
            imported = set(FILES.bundles.imported([entry]))
            assert imported <= loaded, entry
            assert entry == ENTRY or loaded == imported, entry  # the app goes on to load a view


@pytest.mark.parametrize("view", ["", "puzzles", "play", "watch", "draw", "lab", "shelf", "open", "library"])
def test_page_names_the_bundles_of_its_view(view: str) -> None:
    html = FILES.page(view).content.decode()
    named = re.findall(rf'(?:modulepreload" href|script type="module" src)="{ROOT}/bundle/([^"]+)"', html)
    script = f"{view}/view.js" if (STATIC / view / "view.js").is_file() and view else FIRST_VIEW
    assert named[0] == ENTRY
    defined = [path for entry in named for path in FILES.bundles.contents[entry]]
    assert set(FILES.bundles.imported([ENTRY, script])) <= set(defined)
    assert len(defined) == len(set(defined))


def test_bundled_module_exports_what_the_plain_one_does() -> None:
    paths = sorted(set(FILES.bundles.scripts) - {"app/app.js", "app/registry.js", SERVICE_WORKER})
    with Visit() as visit:
        page = visit.open("/")
        assert page.evaluate(EXPORTS, [f"{ROOT}/bundle/{ENTRY}", "/static/", [*FILES.bundles.contents], paths]) == []


def test_every_file_is_sent_as_it_is_packed_or_not(client: httpx.Client) -> None:
    for path, file in FILES.files.items():
        for encoding in ("gzip", "identity"):
            with client.stream("GET", f"{ROOT}/{path}", headers={"accept-encoding": encoding}) as answer:
                sent = b"".join(answer.iter_raw())
            assert answer.headers["cache-control"] == FOREVER
            is_packed = answer.headers.get("content-encoding") == "gzip"
            assert is_packed == (encoding == "gzip" and len(file.content) >= 500), path
            assert (gzip.decompress(sent) if is_packed else sent) == file.content, path
            assert int(answer.headers["content-length"]) == len(sent)
            assert "Accept-Encoding" in answer.headers["vary"]


def test_answers_are_sent_at_once() -> None:
    """Else the body of every answer but the first would wait for the client to acknowledge the head."""

    async def accept() -> bool:
        options: asyncio.Queue[int] = asyncio.Queue()

        def connected(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            accepted = writer.get_extra_info("socket")
            options.put_nowait(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with open_listener("127.0.0.1", 0) as listener:
            async with await asyncio.start_server(connected, sock=listener):
                _, writer = await asyncio.open_connection(*listener.getsockname())
                writer.close()
                return bool(await options.get())

    with ThreadPoolExecutor(1) as executor:  # a browser of other tests may have a loop in this thread
        assert executor.submit(asyncio.run, accept()).result()


def test_head_and_known_etag_have_no_body(client: httpx.Client) -> None:
    whole = client.get(f"{ROOT}/bundle/{ENTRY}")
    head = client.head(f"{ROOT}/bundle/{ENTRY}")
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", whole.headers["etag"])
    for path in (f"{ROOT}/bundle/{ENTRY}", "/", "/api/v1/families", "/api/v1/families/rushhour/levels"):
        tag = client.get(path).headers["etag"]
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            again = client.get(path, headers={"if-none-match": known})
            assert (again.status_code, again.content) == (304, b""), (path, known)
        assert client.get(path, headers={"if-none-match": '"other"'}).status_code == 200


def test_file_of_another_version_is_not_there(client: httpx.Client) -> None:
    for path in (f"/static/{'0' * len(FILES.version)}/bundle/{ENTRY}", f"{ROOT}/nothing.js", ROOT, f"{ROOT}/"):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert "immutable" not in answer.headers["cache-control"]


def test_page_of_another_version_loads_again_when_its_files_are_gone() -> None:
    with Visit() as visit:
        page = visit.open("/")
        page.evaluate("() => { window.isOld = true; }")
        gone = ("**/bundle/watch/view.js", f"**/bundle/{ENTRY}")
        for path in gone:
            page.route(path, lambda route: route.fulfill(status=404))
        page.evaluate("(path) => history.pushState(null, '', path)", f"/watch/{id_of('rushhour')}")
        with page.expect_navigation(wait_until="commit"):
            page.evaluate("() => dispatchEvent(new PopStateEvent('popstate'))")
        for path in gone:
            page.unroute(path)
        visit.load(f"/watch/{id_of('rushhour')}")
        assert page.evaluate("() => window.isOld") is None


def test_version_changes_with_any_file(tmp_path: Path) -> None:
    copy = tmp_path / "static"
    shutil.copytree(STATIC, copy)
    assert PageFiles(copy).version == FILES.version
    versions = {FILES.version}
    for name, text in (("ui/dom.js", "\nexport const added = 1;\n"), ("style/lab.css", "b {}\n"), ("icon.svg", " ")):
        with (copy / name).open("a", encoding="utf-8") as file:
            file.write(text)
        versions.add(PageFiles(copy).version)
    assert len(versions) == 4


def test_page_without_a_server_has_its_own_transport() -> None:
    files = PageFiles(root="", in_browser=True)
    first = files.bundles.contents[ENTRY]
    assert "browser/transport.js" in first
    assert "transport.js" not in first
    assert "transport.js" in FILES.bundles.contents[ENTRY]
    assert not [path for path in FILES.files if path.startswith("browser/")]
    html = files.page("").content.decode()
    assert f'src="{files.version}/bundle/{ENTRY}"' in html


def test_page_names_no_file_by_an_absolute_address() -> None:
    for file in STATIC.rglob("*"):
        if file.suffix in (".js", ".css", ".html"):
            assert "/static/" not in file.read_text(encoding="utf-8"), file


@pytest.mark.parametrize(
    "line",
    [
        "export let a = 1;",
        "export default a;",
        "export { a };",
        'export * from "./a.js";',
        'import "./a.js";',
        'import a from "./a.js";',
        "await import(a);",
    ],
)
def test_bundle_refuses_what_it_would_change(line: str) -> None:
    with pytest.raises(ValueError, match=r"sample\.js: a bundle cannot have this"):
        Script("sample.js", f"f();\n{line}\n").definition()


def test_modules_may_not_import_in_a_circle() -> None:
    texts = {ENTRY: 'import { a } from "../a.js";\n', FIRST_VIEW: "", "a.js": f'import {{ b }} from "./{ENTRY}";\n'}
    with pytest.raises(ValueError, match="imports itself"):
        Bundles(texts)
