// The types of the page without a server: Python, its workers and their messages.

import type { Entry } from "./archive.js";

/** What Python needs to start: the interpreter and two archives. */
export interface Assets {
  root: string;
  wasm: WebAssembly.Module;
  library: Blob;
  archive: Blob;
}

/** The files inside Python. */
export interface FileSystem {
  filesystems: { WORKERFS: object };
  mkdirTree(path: string): void;
  mount(
    kind: object,
    content: { packages: { blob: Blob; metadata: { files: Entry[] } }[] },
    path: string,
  ): void;
}

/** A Python value in JavaScript's hands. */
export interface PythonValue {
  copy(): this;
  destroy(): void;
  toJs(options: { dict_converter: typeof Object.fromEntries }): unknown;
}

/** What the workers use of Pyodide. */
export interface Pyodide {
  runPython(code: string): unknown;
  pyimport(name: "unjam.web.browser.app"): { BrowserServer: (...given: unknown[]) => BrowserServer };
  pyimport(name: "unjam.web.browser.search"): {
    run(task: string, send: (line: string) => void): void;
    run_code(task: string, send: (line: string) => void): void;
  };
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}

export type LoadPyodide = (options: {
  indexURL: string;
  packages: string[];
  fsInit: (files: FileSystem, places: { sitePackages: string }) => Promise<void>;
  env: Record<string, string>;
  _makeSnapshot?: boolean;
  _loadSnapshot?: Uint8Array<ArrayBuffer>;
}) => Promise<Pyodide>;

/** The class of the same name in web/browser/app.py. */
export interface BrowserServer {
  handle(id: number, method: string, path: string, query: string, body: string): void;
  cancel(id: number): void;
}

/** What the page tells the worker that answers its requests. */
export type Request =
  | { id: number; method: string; path: string; query: string; body: string }
  | { id: number; code: string }
  | { id: number; cancel: true };

/** What that worker tells the page. */
export type ServerMessage =
  | { id: number; kind: "head"; value: { status: number; type: string } }
  | { id: number; kind: "body"; value: string | Uint8Array }
  | { id: number; kind: "end" }
  | { loading: { done: number; total: number } }
  | { ready: true }
  | { holds: string }
  | { failed: string };

/** The worker that keeps the page's files. */
export interface SiteWorker {
  site: { version: string; files: string[] };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}

export interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends Event {
  request: globalThis.Request;
  respondWith(answer: Promise<Response>): void;
}
