// How requests reach the handlers: over HTTP, to the server that the page came from. Where the page is
// plain files, browser/transport.js takes this module's place.

/** @import { View, ViewOptions, Wish } from "./types" */

import { t } from "./ui/i18n.js";

const ROOT = "/api/v1";
const JSON_TYPE = { "content-type": "application/json" };

/**
 * Sends a request; if there is no answer, rejects with a sentence for the player.
 * @param {string} path @param {Wish} wish @returns {Promise<Response>}
 */
export async function send(path, { body, signal }) {
  const post = { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body) };
  return fetch(ROOT + path, body ? { ...post, signal } : { signal }).catch((error) => {
    throw error.name === "AbortError" ? error : new Error(t("unjam is not responding. Is it still running?"));
  });
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
