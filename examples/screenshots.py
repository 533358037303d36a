"""Pictures of every view, desktop and phone, by day and by night, taken in Chromium.

python examples/screenshots.py [FOLDER [VIEW…]]      (default: out/screenshots, every view)
python examples/screenshots.py --readme              (only the README's four, where it looks for them)
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, sync_playwright

from unjam.families import FAMILIES, family
from unjam.formats.position_id import encode
from unjam.formats.shipped import bundled

SERVER = "from unjam.web.server import ServerOptions, serve; serve(ServerOptions(seconds=30))"
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"]
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 0.75}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "device_scale_factor": 1.2, "has_touch": True, "is_mobile": True,
}  # fmt: skip
Act = Callable[[Page], None]
README = {
    "play": "hint-rushhour-desktop-light",
    "watch": "watch-sokoban-desktop-light",
    "draw": "draw-blocks-desktop-light",
    "packing": "play-packing-desktop-dark",
}


def level(name: str, at: int = 5) -> str:
    """The id of a shipped level of the family."""
    shipped = bundled(name)
    return encode(family(name).parse(shipped[min(at, len(shipped) - 1)].board))


def press(times: int, key: str = "#filled") -> Act:
    def act(page: Page) -> None:
        for _ in range(times):
            page.locator(key).click()
            page.wait_for_timeout(350)

    return act


def pieces(page: Page) -> None:
    """A piece locked, one put down, one in hand."""
    for number, end in (("1", "Enter"), ("2", "Control")):
        page.keyboard.press(number)
        page.locator(".star").first.wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press(" ")
        page.wait_for_timeout(200)
        page.keyboard.press(end)
        page.wait_for_timeout(200)
    page.keyboard.press("3")


def fault(page: Page) -> None:
    field = page.get_by_label("Level text, updated as you draw")
    rows = field.input_value().split("\n")
    field.fill("\n".join([rows[0], "ooBooo", *rows[2:]]))


def pasted(page: Page) -> None:
    text = "\n\n".join([*(each.board.strip() for each in bundled("rushhour")[:4]), "AAoooo\nooo"])
    page.locator("textarea").fill(text)
    page.get_by_role("button", name="Open it").click()
    page.wait_for_timeout(2500)


def named(name: str) -> Act:
    return lambda page: page.get_by_role("button", name=name).first.click()


def views() -> dict[str, tuple[str, Act | None]]:
    """Name of a picture -> address and what to do there."""
    pages: dict[str, tuple[str, Act | None]] = {"home": ("/", None), "open": ("/open", None)}
    for name in FAMILIES:
        if not bundled(name):
            continue
        pages[f"home-{name}"] = (f"/puzzles/{name}", None)
        pages[f"play-{name}"] = (f"/play/{level(name)}", pieces if name == "packing" else None)
        pages[f"hint-{name}"] = (f"/play/{level(name)}", press(2))
        pages[f"watch-{name}"] = (f"/watch/{level(name)}", None)
        pages[f"draw-{name}"] = (f"/draw/{level(name)}", None)
    pages["win"] = (f"/play/{level('rushhour', 0)}", press(3 * bundled("rushhour")[0].cost))
    pages["fault"] = ("/draw", fault)
    pages["collection"] = ("/open", pasted)
    pages["badlink"] = ("/play/nonsense", None)
    pages["share"] = (f"/play/{level('rushhour')}", named("Share this position"))
    pages["keys"] = (f"/play/{level('rushhour')}", lambda page: page.keyboard.press("?"))
    pages["settings"] = (
        f"/play/{level('rushhour')}",
        lambda page: page.evaluate("() => document.querySelectorAll('.top .icon')[1].click()"),
    )
    pages["lab"] = (f"/lab/{level('rushhour', 0)}", None)
    return pages


def main() -> None:
    best = sys.argv[1:2] == ["--readme"]
    folder = Path(sys.argv[1] if len(sys.argv) > 1 and not best else "out/screenshots")
    wanted = sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        pages = urlsplit(next(word for word in server.stdout.readline().split() if word.startswith("http")))
        try:
            with sync_playwright() as playwright:
                chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                for size, options in (("desktop", DESKTOP), ("phone", PHONE)):
                    for theme in ("light", "dark"):
                        for name, (path, act) in views().items():
                            picture = f"{name}-{size}-{theme}"
                            if (best and picture not in README.values()) or (wanted and name not in wanted):
                                continue
                            context = browser.new_context(**options, color_scheme=theme)
                            page = context.new_page()
                            page.goto(f"http://{pages.netloc}{path}")
                            page.wait_for_timeout(2600 if "watch" in name or "home" in name or "lab" in name else 900)
                            if act is not None:
                                act(page)
                                page.wait_for_timeout(600)
                            page.screenshot(path=folder / f"{picture}.png")
                            context.close()
                browser.close()
        finally:
            server.terminate()
    if best:
        for name, taken in README.items():
            shutil.copy(folder / f"{taken}.png", Path(__file__).parents[1] / "docs/pictures" / f"page-{name}.png")
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
