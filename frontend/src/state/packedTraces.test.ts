import { describe, expect, it } from 'vitest';

import { packTraces, unpackTraces } from './draft';

const TIMES = Array.from({ length: 100_000 }, (_, n) =>
  Math.floor(n * 0.94 + 3 * Math.sin(n / 50) ** 2),
);
const scenario = (times: readonly number[]) => ({
  name: 'a "opportunities_ms": [1] b',
  bottleneck: { trace: { label: 'x', opportunities_ms: times, after_end: 'hold' } },
});

describe('the traces of a draft', () => {
  it.each([0, 2, 4])('come back to the letter, with an indentation of %i', (indentation) => {
    const text = JSON.stringify({ base: scenario(TIMES), own: scenario(TIMES) }, null, indentation);
    const packed = packTraces(text);
    expect(packed.length).toBeLessThan(2 * 50_000);
    expect(unpackTraces(packed)).toBe(text);
  });

  it('stay as they are where they are short, uneven or no list of whole numbers', () => {
    const uneven = JSON.stringify(scenario(TIMES.slice(0, 2000))).replace(',7,', ', 7,');
    const decimals = JSON.stringify(scenario(TIMES.slice(0, 2000))).replace(',7,', ',7.5,');
    const zeros = JSON.stringify(scenario(TIMES.slice(0, 2000))).replace(',7,', ',07,');
    const torn = JSON.stringify(scenario(TIMES.slice(0, 2000))).replace(',7,', ',,');
    for (const text of [JSON.stringify(scenario([1, 2])), uneven, decimals, zeros, torn])
      expect(unpackTraces(packTraces(text))).toBe(text);
    expect(packTraces(uneven)).toBe(uneven);
  });
});
