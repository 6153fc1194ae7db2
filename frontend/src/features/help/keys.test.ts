import { describe, expect, it } from 'vitest';

import { keyLists } from './keyLists';

/** Every source of the pages, as text. */
const sources = import.meta.glob<string>('/src/{features,app,pictures}/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const FOLDERS: Readonly<Record<string, string>> = {
  explore: 'Explore and algorithms',
  run: 'Run',
  experiment: 'Experiment',
  build: 'Build',
  compare: 'Comparison',
  labs: 'Lab',
  classes: 'Class',
  labEditor: 'Lab editor',
  algorithms: 'Explore and algorithms',
};

/** As the help sheet writes a key of the code. */
const WRITTEN: Readonly<Record<string, string>> = {
  ' ': 'space',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** The keys that the calls of `usePageKeys` in a text name. */
function keysOf(text: string): string[] {
  const maps = [...text.matchAll(/usePageKeys\(\{([\s\S]*?)\}\);/g)].map(([, map = '']) => map);
  return maps.flatMap((map) =>
    [...map.matchAll(/(?:^|[{,\n])\s*(?:'([^']+)'|(\w+)):/g)].map(
      ([, quoted, bare]) => quoted ?? bare ?? '',
    ),
  );
}

function listed(page: string): Set<string> {
  const lists = keyLists.filter((list) => list.page === page || list.path === null);
  return new Set(lists.flatMap(({ keys }) => keys.flatMap(([key]) => key.split(' '))));
}

describe('the list of keys', () => {
  it('names every single key that a page listens to', () => {
    const found = Object.entries(sources).flatMap(([path, text]) => {
      const folder = /features\/(\w+)\//.exec(path)?.[1] ?? '';
      return keysOf(text).map((key) => ({ page: FOLDERS[folder] ?? 'Every page', key }));
    });
    expect(found.length).toBeGreaterThan(15);
    for (const { page, key } of found) {
      expect([...listed(page)], `${key} of ${page}`).toContain(WRITTEN[key] ?? key);
    }
  });

  it('promises no single key that no page listens to', () => {
    const heard = new Set(
      Object.values(sources)
        .flatMap(keysOf)
        .map((key) => WRITTEN[key] ?? key),
    );
    const letters = keyLists.flatMap(({ keys }) =>
      keys.flatMap(([key]) => key.split(' ')).filter((key) => /^[a-z0-9?[\]]$/.test(key)),
    );
    expect(letters.length).toBeGreaterThan(10);
    for (const key of letters) expect([...heard]).toContain(key);
  });
});
