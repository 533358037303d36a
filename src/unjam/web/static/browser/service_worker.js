// Keeps the files of the page in the browser, so that it starts at once and without a network the next
// time. The builder of the page writes the list of files before it, which changes with any of them.

/** @import { FetchEvent, LifeEvent, SiteWorker } from "./types" */

const worker = /** @type {SiteWorker} */ (/** @type {unknown} */ (self));
const { version, files } = worker.site;
const OWN = "unjam-files-";
const NAME = OWN + version;
const HOME = new URL("./", location.href).href;
const PATIENCE = 3000; // milliseconds until the page that is kept is shown without asking for a newer one

/** Keeps all files; a browser without room for them goes on without. */
async function install() {
  try {
    await (await caches.open(NAME)).addAll(files);
  } catch (error) {
    console.warn(error);
    await caches.delete(NAME);
  }
  await worker.skipWaiting();
}

/** Deletes the files of other versions. */
async function activate() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(OWN) && name !== NAME).map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  if (request.mode === "navigate") return answerPage(request, await cache.match(HOME));
  const copy = await cache.match(request);
  if (copy) return copy;
  const response = await fetch(request);
  if (response.ok && request.url.includes("/words/")) cache.put(request, response.clone()).catch(() => {});
  return response;
}

/**
 * The newest page, else the one that is kept.
 * @param {Request} request @param {Response | undefined} copy
 */
async function answerPage(request, copy) {
  const response = fetch(request);
  if (!copy) return response;
  const late = new Promise((/** @type {(_: null) => void} */ done) => setTimeout(done, PATIENCE, null));
  const first = await Promise.race([response.catch(() => null), late]);
  return first?.ok ? first : copy;
}

addEventListener("install", (event) => /** @type {LifeEvent} */ (event).waitUntil(install()));
addEventListener("activate", (event) => /** @type {LifeEvent} */ (event).waitUntil(activate()));
addEventListener("fetch", (event) => {
  const fetchEvent = /** @type {FetchEvent} */ (event);
  const { method, url } = fetchEvent.request;
  if (method === "GET" && url.startsWith(HOME)) fetchEvent.respondWith(answer(fetchEvent.request));
});
