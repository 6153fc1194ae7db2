import { describe, expect, it } from 'vitest';

import { originWords } from './useStart';

const text = JSON.stringify({ name: 'Elephant and mouse', duration_s: 3 });

describe('what a fork is made from', () => {
  it('is a run by name and digest, a file by name, anything else by its title', () => {
    const run = { kind: 'run', title: 'a shared run, 8f3c·21ae', text } as const;
    expect(originWords(run)).toBe('“Elephant and mouse”, a shared run, 8f3c·21ae');
    expect(originWords({ kind: 'file', title: 'a link', text })).toBe(
      '“Elephant and mouse”, a link',
    );
    expect(originWords({ kind: 'file', title: 'my.json', text: '{' })).toBe('my.json');
    expect(originWords({ kind: 'experiment', title: 'Who wins?', text })).toBe('Who wins?');
  });

  it('is one line that can be stored', () => {
    const name = `two\nlines${'x'.repeat(300)}`;
    const words = originWords({ kind: 'run', title: 't', text: JSON.stringify({ name }) });
    expect(words).toHaveLength(200);
    expect(words).toContain('two lines');
  });

  it('is nothing where nothing is forked', () => {
    expect(originWords(null)).toBeNull();
    expect(originWords({ kind: 'extension', title: 'Old', text })).toBeNull();
  });
});
