/** What a PNG says of its resolution. Pure. */

const SIGNATURE_BYTES = 8;
/** Length, type, 13 bytes of data, checksum. */
const HEADER_CHUNK_BYTES = 25;
const INCHES_PER_M = 1 / 0.0254;

/**
 * A copy of a PNG with a pHYs chunk (PNG specification, 11.3.4.3), behind the header chunk and so
 * before the image data. The browser's own encoder writes none.
 */
export function withResolution(png: Uint8Array, dpi: number): Uint8Array<ArrayBuffer> {
  const at = SIGNATURE_BYTES + HEADER_CHUNK_BYTES;
  const chunk = physChunk(Math.round(dpi * INCHES_PER_M));
  const out = new Uint8Array(png.length + chunk.length);
  out.set(png.subarray(0, at));
  out.set(chunk, at);
  out.set(png.subarray(at), at + chunk.length);
  return out;
}

function physChunk(dotsPerM: number): Uint8Array {
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, 9);
  chunk.set(new TextEncoder().encode('pHYs'), 4);
  view.setUint32(8, dotsPerM);
  view.setUint32(12, dotsPerM);
  view.setUint8(16, 1);
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  return chunk;
}

/** CRC-32 as PNG, Annex D, has it. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
