import { beforeEach, describe, expect, it } from 'vitest';

import { paceBeside, PACES, readPace, writePace } from './pace';

describe('the pace', () => {
  beforeEach(() => window.localStorage.clear());

  it('is remembered', () => {
    expect(readPace()).toBe(20);
    writePace(4);
    expect(readPace()).toBe(4);
  });

  it('is the usual one where something else is stored', () => {
    window.localStorage.setItem('lab-pace-1', 'fast');
    expect(readPace()).toBe(20);
    window.localStorage.setItem('lab-pace-1', '-4');
    expect(readPace()).toBe(20);
  });

  it('has slower and faster ones beside it, and ends', () => {
    expect(PACES[0]).toBe(0.01);
    expect(PACES.at(-1)).toBe(100);
    expect(paceBeside(1, -1)).toBe(0.3);
    expect(paceBeside(1, 1)).toBe(4);
    expect(paceBeside(0.01, -1)).toBe(0.01);
    expect(paceBeside(100, 1)).toBe(100);
  });
});
