// Opens the page while its server does not answer: keeps the HTML, which is the same for every address;
// scripts and styles are in the browser's cache, games in its storage. Answers nothing while the server does.

const pageKeeper = /** @type {import("../browser/types").SiteWorker} */ (/** @type {unknown} */ (self));
const pageCache = caches.open("unjam-page");
const PAGE = "/";

/** The page from the server, else the one that is kept. @param {Request} request */
async function openPage(request) {
  const cache = await pageCache;
  try {
    const response = await fetch(request);
    if (response.ok) cache.put(PAGE, response.clone()).catch(() => {});
    return response;
  } catch (error) {
    const copy = await cache.match(PAGE);
    if (!copy) throw error;
    return copy;
  }
}

addEventListener("install", (event) => {
  const kept = pageCache.then((cache) => cache.add(PAGE));
  const installEvent = /** @type {import("../browser/types").LifeEvent} */ (event);
  installEvent.waitUntil(kept.then(() => pageKeeper.skipWaiting()));
});
addEventListener("activate", (event) => {
  /** @type {import("../browser/types").LifeEvent} */ (event).waitUntil(pageKeeper.clients.claim());
});
addEventListener("fetch", (event) => {
  const fetchEvent = /** @type {import("../browser/types").FetchEvent} */ (event);
  if (fetchEvent.request.mode === "navigate") fetchEvent.respondWith(openPage(fetchEvent.request));
});
