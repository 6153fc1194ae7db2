import { describe, expect, it } from 'vitest';

import { namePlace } from './DotStrip';

describe('the name of a line', () => {
  it.each([
    [40, 100, 300, { anchor: 'start', x: 46, isOver: false }],
    [250, 100, 300, { anchor: 'end', x: 244, isOver: false }],
    // A phone, or half of a wall: neither side has room, and nothing may be cut.
    [120, 180, 250, { anchor: 'start', x: 0, isOver: true }],
    [130, 180, 250, { anchor: 'end', x: 250, isOver: true }],
  ])('of %d px and %d px of words stays within %d px', (line, name, width, place) => {
    expect(namePlace(line, name, width)).toEqual(place);
  });
});
