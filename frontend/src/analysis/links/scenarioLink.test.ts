import { Blob as NodeBlob } from 'node:buffer';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import type { JsonObject } from '@/analysis/scenario/fields/fieldPath';

import { readOpenedFile, readOpenedText } from './openedFile';
import {
  canonicalJson,
  fragmentOfLink,
  isScenarioFragment,
  MOST_UNPACKED_BYTES,
  readScenarioFragment,
  scenarioFragment,
  scenarioLink,
} from './scenarioLink';

/** Numbers that look random and are the same each time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const LETTERS = ['a', 'Z', '0', ' ', '"', '\\', '\n', 'é', '→', '😀', '\u2028', '_', '-', '=', '&'];

function anyText(random: () => number): string {
  const length = Math.floor(random() * 12);
  return Array.from({ length }, () => LETTERS[Math.floor(random() * LETTERS.length)] ?? '').join(
    '',
  );
}

function anyValue(random: () => number, depth: number): unknown {
  const kind = Math.floor(random() * (depth > 0 ? 7 : 5));
  if (kind === 0) return null;
  if (kind === 1) return random() < 0.5;
  if (kind === 2) return Math.floor((random() - 0.5) * 2 ** 53);
  if (kind === 3) return (random() - 0.5) * 10 ** Math.floor(random() * 600 - 300);
  if (kind === 4) return anyText(random);
  const items = Array.from({ length: Math.floor(random() * 4) }, () => anyValue(random, depth - 1));
  if (kind === 5) return items;
  return Object.fromEntries(items.map((item) => [anyText(random), item]));
}

function fragmentOf(text: string): string {
  return `#lab1=${deflateRawSync(Buffer.from(text)).toString('base64url')}`;
}

function refusalOf(fragment: string): string {
  try {
    readScenarioFragment(fragment);
    return 'opened';
  } catch (error) {
    return String(error);
  }
}

describe('a link without a server', () => {
  it('gives back what it was made of', () => {
    const random = randomFrom(1);
    for (let round = 0; round < 300; round += 1) {
      const content = { version: 1, any: anyValue(random, 4) } as JsonObject;
      const seed = Math.floor(random() * 2 ** 53);
      const fragment = scenarioFragment({ content, seed });
      expect(fragment).toMatch(/^#lab1=[\w-]+(&seed=\d+)?$/);
      expect(isScenarioFragment(fragment)).toBe(true);
      const read = readScenarioFragment(fragment);
      expect(read.seed).toBe(seed);
      // -0 is 0 in JSON.
      expect(read.content).toEqual(JSON.parse(JSON.stringify(content)));
    }
  });

  it('is the same for the same content, however it was written', () => {
    const one = { b: [{ y: 1, x: 2 }], a: { d: 1e7, c: null } };
    const other = { a: { c: null, d: 10000000 }, b: [{ x: 2, y: 1 }] };
    expect(canonicalJson(one)).toBe('{"a":{"c":null,"d":10000000},"b":[{"x":2,"y":1}]}');
    expect(scenarioFragment({ content: one, seed: 1 })).toBe(
      scenarioFragment({ content: other, seed: 1 }),
    );
  });

  it('leaves out the seed of an experiment, which has its own', () => {
    const content = { base: {}, axes: [], replications: { count: 2, first_seed: 5 } };
    expect(scenarioFragment({ content, seed: 5 })).not.toContain('seed');
  });

  it('reads what other programs pack, and is found in a pasted text', () => {
    const fragment = fragmentOf('{"duration_s": 3}');
    const link = scenarioLink({ content: { duration_s: 3 }, seed: 9 }, 'http://lab');
    expect(readScenarioFragment(fragment)).toEqual({ content: { duration_s: 3 }, seed: 1 });
    expect(fragmentOfLink(` ${link}\n`)).toBe(link.slice('http://lab/build'.length));
    expect(fragmentOfLink('http://lab/build?preset=a')).toBeNull();
    expect(fragmentOfLink('see #lab1=abc here')).toBeNull();
  });

  it('unpacks no more than a scenario needs', () => {
    const bomb = fragmentOf(`{"name":"${' '.repeat(3 * MOST_UNPACKED_BYTES)}"}`);
    expect(bomb.length).toBeLessThan(30_000);
    expect(refusalOf(bomb)).toMatch(/more than 4 MiB/);
  });

  it('says when it is damaged, holds something else or has no such seed', () => {
    const whole = fragmentOf(JSON.stringify({ name: 'a'.repeat(40), duration_s: 3 }));
    expect(refusalOf(whole.slice(0, -8))).toMatch(/damaged/);
    expect(refusalOf('#lab1=')).toMatch(/damaged/);
    expect(refusalOf('#lab1=***')).toMatch(/damaged/);
    expect(refusalOf(fragmentOf('{"duration_s": '))).toMatch(/damaged/);
    expect(refusalOf(fragmentOf('[1, 2]'))).toMatch(/JSON object/);
    for (const seed of ['-1', '1.5', '9007199254740992', 'x']) {
      expect(refusalOf(`${whole}&seed=${seed}`)).toContain(`seed is "${seed}"`);
    }
  });
});

describe('an opened file', () => {
  const scenario = { duration_s: 3, flows: [] };

  it('keeps a scenario and an experiment as they were written', () => {
    for (const text of ['{ "duration_s":  3 }', '{"base": {},\n "axes": []}']) {
      expect(readOpenedText(text)).toEqual({ text, seed: null });
    }
  });

  it('takes scenario and seed out of a result, and the definition out of an experiment', () => {
    const opened = readOpenedText(JSON.stringify({ name: '', seed: 7, scenario, result: {} }));
    expect([JSON.parse(opened.text), opened.seed]).toEqual([scenario, 7]);
    const definition = { base: scenario, axes: [] };
    const experiment = readOpenedText(JSON.stringify({ id: 'a', experiment: definition }));
    expect(JSON.parse(experiment.text)).toEqual(definition);
  });

  it('opens JSON with a slip in it, to be repaired, and nothing that is no JSON', () => {
    expect(readOpenedText(' {"duration_s": 3,}').text).toBe(' {"duration_s": 3,}');
    expect(() => readOpenedText('\u0089PNG')).toThrow(/JSON file/);
    expect(() => readOpenedText('[1]')).toThrow(/JSON file/);
    expect(() => readOpenedText('{"summary_digest": "a"}')).toThrow(/^scenario is missing/);
  });

  it('finds the scenario in a ZIP that Python wrote, and says which has none', async () => {
    const opened = await readOpenedFile(zip(EXPORTED));
    expect([JSON.parse(opened.text), opened.seed]).toEqual([{ duration_s: 3 }, 11]);
    const other = Buffer.from(EXPORTED, 'base64')
      .toString('latin1')
      .replaceAll('scenario', 'whatever');
    await expect(readOpenedFile(zip(other, 'latin1'))).rejects.toThrow(/has no scenario.json/);
    const cut = Buffer.from(EXPORTED, 'base64').subarray(0, 150).toString('base64');
    await expect(readOpenedFile(zip(cut))).rejects.toThrow(/be incomplete/);
  });
});

function zip(text: string, encoding: BufferEncoding = 'base64'): Blob {
  return new NodeBlob([Buffer.from(text, encoding)]) as unknown as Blob;
}

/** README.txt, scenario.json, result.json (seed 11), series.csv, as `lab_model.exports.archive` does. */
const EXPORTED =
  'UEsDBBQACAAIAAAAIQAAAAAAAAAAAAAAAAAKAAAAUkVBRE1FLnR4dPPPS1UoKs0DAFBLBwgVngZDCQAAAAcAAABQSw' +
  'MEFAAIAAgAAAAhAAAAAAAAAAAAAAAAAA0AAABzY2VuYXJpby5qc29uq1ZKKS1KLMnMz4svVrJSMK4FAFBLBwg8PwP8' +
  'EwAAABEAAABQSwMEFAAIAAgAAAAhAAAAAAAAAAAAAAAAAAsAAAByZXN1bHQuanNvbqtWKk5NTVGyUjA0rAUAUEsHCG' +
  'rHAtAOAAAADAAAAFBLAwQtAAgAAAAAACEAAAAAAP//////////CgAUAHNlcmllcy5jc3YBABAAAAAAAAAAAAAAAAAA' +
  'AAAAAHN1YmplY3QKUEsHCI9Q/IIIAAAAAAAAAAgAAAAAAAAAUEsBAhQDFAAIAAgAAAAhABWeBkMJAAAABwAAAAoAAA' +
  'AAAAAAAAAAAIABAAAAAFJFQURNRS50eHRQSwECFAMUAAgACAAAACEAPD8D/BMAAAARAAAADQAAAAAAAAAAAAAAgAFB' +
  'AAAAc2NlbmFyaW8uanNvblBLAQIUAxQACAAIAAAAIQBqxwLQDgAAAAwAAAALAAAAAAAAAAAAAACAAY8AAAByZXN1bH' +
  'QuanNvblBLAQItAy0ACAAAAAAAIQCPUPyCCAAAAAgAAAAKAAAAAAAAAAAAAACAAdYAAABzZXJpZXMuY3N2UEsFBgAA' +
  'AAAEAAQA5AAAADIBAAAAAA==';
