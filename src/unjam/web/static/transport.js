// How requests reach the handlers: over HTTP, to the server that the page came from. Where the page is
// plain files, browser/transport.js takes this module's place.

/** @import { View, ViewOptions } from "./types" */
/** @import { Wish } from "./wire" */

import { t } from "./ui/i18n.js";

const ROOT = "/api/v1";
const JSON_TYPE = { "content-type": "application/json" };

const CONSTANT = /^\/families(\/[^/]+\/(levels|rules))?$/; // they stay the same while the server runs
const GATEWAY_ERRORS = [502, 504]; // of a proxy whose server is gone
const HEALTH = "/health";
const SERVICE_WORKER = "/service-worker.js"; // app/service_worker.js
const [FIRST_PAUSE, MAX_PAUSE] = [500, 5000]; // milliseconds between two attempts to reach a lost server

let isPageKept = false;
let back = /** @type {Promise<void> | null} */ (null);

/** While the server does not answer: settles once it does; null otherwise. */
export const whenBack = () => back;

/**
 * Sends a request; if there is no answer, tries the browser's own copy of an earlier one, else rejects with a
 * sentence for the player.
 * @param {string} path @param {Wish} wish @returns {Promise<Response>}
 */
export async function send(path, { body, signal }) {
  if (body) keepPage();
  const post = { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body) };
  try {
    return await fetchAnswer(path, body ? { ...post, signal } : { signal });
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw error;
    back ??= waitForServer();
    const earlier = body || path === HEALTH ? null : await fetchStored(path, signal);
    if (earlier) return earlier;
    throw new Error(t("unjam is not responding. Is it still running?"));
  }
}

/** Once the player has done something, keeps the page in the browser, for when the server does not answer. */
function keepPage() {
  if (isPageKept) return;
  isPageKept = true;
  navigator.serviceWorker?.register(SERVICE_WORKER).catch(() => {}); // without it, everything else works
}

/**
 * The address of a request. That of a constant answer names its version, so that the browser, which has it
 * from an earlier visit, need not ask whether it has changed.
 * @param {string} path
 */
function addressOf(path) {
  const { answers } = document.documentElement.dataset;
  return ROOT + path + (answers && CONSTANT.test(path) ? `?v=${answers}` : "");
}

/** @param {string} path @param {RequestInit} options */
async function fetchAnswer(path, options) {
  const answer = await fetch(addressOf(path), options);
  if (GATEWAY_ERRORS.includes(answer.status)) throw new Error(answer.statusText);
  return answer;
}

/**
 * The answer to an earlier request, if the browser still has it.
 * @param {string} path @param {AbortSignal} [signal]
 */
async function fetchStored(path, signal) {
  const cache = /** @type {const} */ ({ cache: "only-if-cached", mode: "same-origin" });
  const answer = await fetch(addressOf(path), { ...cache, signal }).catch(() => null);
  return answer?.ok ? answer : null;
}

/** Asks the server quietly, less and less often, until it answers. */
async function waitForServer() {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(MAX_PAUSE, 1.5 * pause)) {
    await new Promise((done) => setTimeout(done, pause));
    if (!document.hidden && (await fetchAnswer(HEALTH, { cache: "no-store" }).catch(() => null))) break;
  }
  back = null;
}

/** Sends a body while the page is being closed. @param {string} path @param {object} body */
export const sendOnExit = (path, body) =>
  navigator.sendBeacon(ROOT + path, new Blob([JSON.stringify(body)], { type: JSON_TYPE["content-type"] }));

/** The URL of a picture that is to be downloaded. @param {string} path */
export const pictureUrl = async (path) => ROOT + path;

/**
 * Calls `show` with a sentence while what answers requests is loading, at the end with none; a server is
 * always there.
 * @param {(words: string) => void} _show @param {AbortSignal} _signal
 */
export const watchLoading = (_show, _signal) => {};

/**
 * There is no Code view: a server must not run what people write.
 * @type {(() => Promise<(view: HTMLElement, options: ViewOptions) => Promise<View>>) | null}
 */
export const loadCodeView = null;
