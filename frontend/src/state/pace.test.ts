import { beforeEach, describe, expect, it } from 'vitest';

import { readPace, writePace } from './pace';

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
});
