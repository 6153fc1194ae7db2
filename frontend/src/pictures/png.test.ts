import { describe, expect, it } from 'vitest';

import { withResolution } from './make';

/** One transparent pixel, as a browser writes it. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZF' +
  'QAAAAABJRU5ErkJggg==';
const bytes = Uint8Array.from(atob(PIXEL), (letter) => letter.charCodeAt(0));

describe('a PNG', () => {
  it('says its resolution before its image data', () => {
    const out = withResolution(bytes, 300);
    const text = String.fromCharCode(...out);
    const at = text.indexOf('pHYs');
    expect(at).toBe(37);
    expect(at).toBeLessThan(text.indexOf('IDAT'));
    const view = new DataView(out.buffer);
    expect([view.getUint32(at + 4), view.getUint32(at + 8), view.getUint8(at + 12)]).toEqual([
      11811, 11811, 1,
    ]);
    // The checksum of 300 dpi that other writers of PNG give.
    expect(view.getUint32(at + 13)).toBe(0x78a53f76);
  });

  it('is otherwise the same', () => {
    const out = withResolution(bytes, 300);
    expect([...out.subarray(0, 33), ...out.subarray(54)]).toEqual([...bytes]);
  });
});
