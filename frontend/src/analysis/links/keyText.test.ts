import { describe, expect, it } from 'vitest';

import { keyToText, textToKey } from './keyText';

const KEY = '00112233445566778899aabbccddeeff0123456789abcdeffedcba9876543210';
const text = keyToText(KEY) ?? '';

const replaceAt = (index: number, sign: string) =>
  text.slice(0, index) + sign + text.slice(index + 1);

describe('the key as text', () => {
  it('is 13 groups of five signs and comes back', () => {
    expect(text).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){12}$/);
    expect(textToKey(text)).toEqual({ key: KEY });
    for (const key of ['0'.repeat(64), 'f'.repeat(64)]) {
      expect(textToKey(keyToText(key) ?? '')).toEqual({ key });
    }
  });

  it('is read however it is spaced and written', () => {
    const loose = ` ${text.toLowerCase().replaceAll('-', '  ')}\n`;
    expect(textToKey(loose)).toEqual({ key: KEY });
    expect(textToKey(text.replaceAll('1', 'l').replaceAll('0', 'o'))).toEqual({ key: KEY });
  });

  it('is found in a saved file', () => {
    expect(textToKey(`Key of my work\n\n${text}\n\nKeep it secret.\n`)).toEqual({ key: KEY });
  });

  it('names the group of every single wrong sign', () => {
    for (let index = 0; index < text.length; index += 1) {
      if (text[index] === '-') continue;
      for (const sign of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
        if (sign === text[index]) continue;
        const groups = [Math.floor(index / 6) + 1];
        expect(textToKey(replaceAt(index, sign))).toEqual({ problem: 'check', groups });
      }
    }
  });

  it('finds neighbours that changed places, and groups', () => {
    const [first = '', second = '', ...rest] = text.split('-');
    expect(textToKey([second, first, ...rest].join('-'))).toEqual({
      problem: 'check',
      groups: [1, 2],
    });
    for (let index = 0; index + 1 < text.length; index += 1) {
      const [a = '', b = ''] = text.slice(index, index + 2);
      if (a === b || a === '-' || b === '-') continue;
      const swapped = text.slice(0, index) + b + a + text.slice(index + 2);
      expect(textToKey(swapped)).toMatchObject({ problem: 'check' });
    }
  });

  it('says what else is wrong', () => {
    expect(textToKey('  ')).toEqual({ problem: 'empty' });
    expect(textToKey(text.slice(0, -1))).toEqual({ problem: 'length', found: 64, expected: 65 });
    expect(textToKey(replaceAt(7, 'U'))).toEqual({ problem: 'sign', group: 2, sign: 'U' });
  });

  it('is made of 32 bytes only', () => {
    expect(keyToText('short')).toBeNull();
  });
});
