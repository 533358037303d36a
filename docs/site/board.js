// The board of the first page. It is the notebook's bundle, which is the page's own board; what can be played was
// recorded from the rules when the site was built, so no server is asked.

/** @typedef {[number, number]} Cell */
/** @typedef {{id: string, cells: Cell[], state: string}} Piece */
/** @typedef {{at: Cell[], to: number[][], best?: number, said?: string, solved?: boolean, states?: string[]}} Row */
/** @typedef {{text: string, one?: string}} Words */
/** @typedef {{piece: string, to: Cell, turn: number}} Move */
/** @typedef {{act: string, moves?: Move[]}} Asked */
/**
 * @typedef {{best: number, family: object, scene: {pieces: Piece[]}, words: Record<string, Words>, positions: Row[]}}
 *   Table
 */

/** Stands where a notebook's model does: it has the game, and looks up in the table what Python would be asked. */
class Recorded {
  /** Numbers of positions, from the start to the last that was played. @type {number[]} */
  line = [0];
  at = 0;
  /** @type {Map<string, (message?: object) => void>} */
  heard = new Map();

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {string} name */
  get(name) {
    return name === "_family" ? this.table.family : this.view();
  }

  /** @param {string} event @param {(message?: object) => void} hear */
  on(event, hear) {
    this.heard.set(event, hear);
  }

  /** @param {Asked} asked */
  send({ act, moves }) {
    if (act === "hint") return this.hint();
    if (act === "watch") return this.watch();
    if (act === "move") this.play(moves?.[0]);
    else if (act === "undo") this.at = Math.max(0, this.at - 1);
    else if (act === "redo") this.at = Math.min(this.line.length - 1, this.at + 1);
    else this.at = 0;
    return this.tell();
  }

  /** @param {string} [said] @param {Move} [hint] */
  tell(said, hint) {
    this.said = said;
    this.hinted = hint;
    this.heard.get("change:_view")?.();
  }

  get now() {
    return this.line[this.at];
  }

  /** @param {Move} [move] */
  play(move) {
    const { scene, positions } = this.table;
    const piece = scene.pieces.findIndex(({ id }) => id === move?.piece);
    const to = positions[this.now].to.find(
      ([p, r, c]) => p === piece && r === move?.to[0] && c === move?.to[1],
    );
    if (to) this.line = [...this.line.slice(0, ++this.at), to[3]];
  }

  hint() {
    const { best, said, to } = this.table.positions[this.now];
    if (best === undefined) return;
    const [piece, row, column] = to[best];
    this.tell(said, { piece: this.table.scene.pieces[piece].id, to: [row, column], turn: 0 });
  }

  watch() {
    const film = [];
    for (let row = this.table.positions[this.now]; row.best !== undefined; ) {
      const next = row.to[row.best][3];
      film.push({ scene: this.scene(next), said: row.said });
      row = this.table.positions[next];
    }
    this.heard.get("msg:custom")?.({ film });
  }

  view() {
    const row = this.table.positions[this.now];
    const { pieces } = this.table.scene;
    const destinations = row.to.map(([piece, r, c]) => {
      const move = { piece: pieces[piece].id, to: [r, c], turn: 0 };
      return { ...move, moves: [move] };
    });
    return {
      scene: this.scene(this.now),
      destinations,
      places: [],
      said: this.said ?? this.counted(row),
      hint: this.hinted,
      undo: this.at > 0,
      redo: this.at < this.line.length - 1,
      solved: Boolean(row.solved),
      at: this.at,
    };
  }

  /** @param {Row} row */
  counted({ solved }) {
    const { text, one } = this.table.words[solved ? "solved" : "going"];
    const words = (this.at === 1 && one ? one : text).replace("{n}", String(this.at));
    return solved && this.at === this.table.best ? `${words}, and nobody needs fewer` : words;
  }

  /** The board at a position: the pieces of the start, each moved to where it lies. @param {number} number */
  scene(number) {
    const { scene, positions } = this.table;
    const { at, states } = positions[number];
    const pieces = scene.pieces.map((piece, k) => {
      const [top, left] = piece.cells[0];
      const cells = piece.cells.map(([r, c]) => [r - top + at[k][0], c - left + at[k][1]]);
      return { ...piece, cells, state: states?.[k] ?? piece.state };
    });
    return { ...scene, pieces };
  }
}

/**
 * What the page has from its base styles and a notebook brings along: weightless, so that the board's own rules win.
 * The board takes the width of the column, with room for its exit.
 */
const STYLE = `
  :where(*, ::before, ::after) { box-sizing: border-box; margin: 0; }
  :where(button) { font: inherit; color: inherit; border: 0; padding: 0; background: none; cursor: pointer; }
  :where(svg.i) {
    fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round;
  }
  svg[hidden] { display: none; }
  .unjam { --u: clamp(24px, calc((100cqw - 28px) / (var(--cols) + 1.5)), 60px); }
  .unjam .play { justify-self: center; margin-right: 1.5em; }
  .unjam .row button { min-height: 40px; }
`;

const holder = /** @type {HTMLElement | null} */ (document.querySelector(".unjam-live"));
if (holder) {
  const near = (/** @type {string} */ name) => new URL(name, import.meta.url).href;
  const [{ default: widget }, answer] = await Promise.all([
    import(near("widget.js")),
    fetch(near("board.json")),
  ]);
  holder.classList.add("ready");
  widget.render({ model: new Recorded(await answer.json()), el: holder });
  const style = document.createElement("style");
  style.textContent = STYLE;
  holder.shadowRoot?.append(style);
}
