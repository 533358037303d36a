// Two surfaces with the same methods, on which a picture of the lab is drawn: an SVG and a canvas.

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif";

/**
 * @typedef {{size: number, colour: string, bold?: boolean, anchor?: "start" | "end"}} TextStyle
 * @typedef {{
 *   rect: (colour: string, x: number, y: number, w: number, h: number) => void,
 *   line: (colour: string, wide: number, points: number[][], opacity?: number) => void,
 *   text: (words: string, x: number, y: number, style: TextStyle) => void,
 * }} Surface
 */

/** @param {string} words */
const xmlText = (words) =>
  words.replace(/\p{Cc}/gu, "").replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** Draws as SVG; rectangles of a colour that follow each other become one path. @implements {Surface} */
export class SvgSurface {
  parts = /** @type {string[]} */ ([]);
  /** @type {Map<string, string[]>} */
  rects = new Map();

  /** @param {number} width @param {number} height @param {string} title */
  constructor(width, height, title) {
    this.head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" \
height="${height}" role="img" font-family="${FONT}"><title>${xmlText(title)}</title>`;
  }

  /** @param {string} colour @param {number} x @param {number} y @param {number} w @param {number} h */
  rect(colour, x, y, w, h) {
    const path = this.rects.get(colour) ?? [];
    path.push(`M${x} ${y}h${w}v${h}h${-w}z`);
    this.rects.set(colour, path);
  }

  /** Writes the rectangles that come before something else. */
  flush() {
    for (const [colour, path] of this.rects) this.parts.push(`<path fill="${colour}" d="${path.join("")}"/>`);
    this.rects.clear();
  }

  /** @param {string} colour @param {number} wide @param {number[][]} points */
  line(colour, wide, points, opacity = 1) {
    this.flush();
    const stroke = `stroke="${colour}" stroke-width="${wide}" stroke-opacity="${opacity}"`;
    const look = `fill="none" ${stroke} stroke-linejoin="round"`;
    this.parts.push(`<polyline ${look} stroke-linecap="round" points="${points.join(" ")}"/>`);
  }

  /** @param {string} words @param {number} x @param {number} y @param {TextStyle} style */
  text(words, x, y, { size, colour, bold, anchor = "start" }) {
    this.flush();
    const weight = bold ? ' font-weight="600"' : "";
    const look = `font-size="${size}" fill="${colour}" text-anchor="${anchor}"${weight}`;
    this.parts.push(`<text x="${x}" y="${y}" ${look}>${xmlText(words)}</text>`);
  }

  end() {
    this.flush();
    return new Blob([this.head, ...this.parts, "</svg>\n"], { type: "image/svg+xml" });
  }
}

/** Draws on a canvas. @implements {Surface} */
export class CanvasSurface {
  canvas = document.createElement("canvas");

  /** @param {number} width @param {number} height */
  constructor(width, height) {
    Object.assign(this.canvas, { width, height });
    this.context = /** @type {CanvasRenderingContext2D} */ (
      this.canvas.getContext("2d", { willReadFrequently: true })
    );
    Object.assign(this.context, { lineJoin: "round", lineCap: "round" });
  }

  /** @param {string} colour @param {number} x @param {number} y @param {number} w @param {number} h */
  rect(colour, x, y, w, h) {
    this.context.fillStyle = colour;
    this.context.fillRect(x, y, w, h);
  }

  /** @param {string} colour @param {number} wide @param {number[][]} points */
  line(colour, wide, points, opacity = 1) {
    const { context } = this;
    Object.assign(context, { strokeStyle: colour, lineWidth: wide, globalAlpha: opacity });
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    context.stroke();
    context.globalAlpha = 1;
  }

  /** @param {string} words @param {number} x @param {number} y @param {TextStyle} style */
  text(words, x, y, { size, colour, bold, anchor = "start" }) {
    const { context } = this;
    const font = `${bold ? "600 " : ""}${size}px ${FONT}`;
    Object.assign(context, { fillStyle: colour, font, textAlign: anchor });
    context.fillText(words, x, y);
  }

  /** @returns {ImageData} */
  get pixels() {
    return this.context.getImageData(0, 0, this.canvas.width, this.canvas.height);
  }

  /** @returns {Promise<Blob>} */
  png() {
    return new Promise((resolve, reject) =>
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("This picture is too large.")))),
    );
  }
}
