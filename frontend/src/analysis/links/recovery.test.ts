import { describe, expect, it } from 'vitest';

import { keyToText } from './keyText';
import { readRecovery } from './recovery';

const KEY = 'ab'.repeat(32);
const FILE = { link: 'https://lab.example/s/abc', share_id: 'share', owner_key: KEY };

describe('what recovers links', () => {
  it('is a recovery file, of one link', () => {
    expect(readRecovery(JSON.stringify(FILE))).toEqual({
      key: KEY,
      shareId: 'share',
      origin: 'https://lab.example',
    });
  });

  it('is a key as it is shown, of all links', () => {
    expect(readRecovery(`  ${keyToText(KEY) ?? ''}\n`)).toEqual({
      key: KEY,
      shareId: null,
      origin: null,
    });
  });

  it('is nothing else', () => {
    const wrong = [
      '',
      'hello',
      '[]',
      '{"duration_s": 3}',
      JSON.stringify({ ...FILE, owner_key: 'short' }),
      JSON.stringify({ ...FILE, share_id: 7 }),
      (keyToText(KEY) ?? '').slice(0, -1),
    ];
    for (const text of wrong) expect(readRecovery(text)).toBeNull();
  });
});
