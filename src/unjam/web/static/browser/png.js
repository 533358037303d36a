// Draws a picture as a PNG: the browser's canvas does what needs an imaging library on a server.

const WIDE = 1200; // pixels

/** @param {Blob} picture an SVG @returns {Promise<Blob>} */
export async function drawPng(picture) {
  const url = URL.createObjectURL(picture);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = WIDE;
    canvas.height = Math.round((WIDE * image.naturalHeight) / image.naturalWidth);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("canvas"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
