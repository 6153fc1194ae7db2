import { describe, expect, it } from 'vitest';

import { MOST_RUNS, readRunsFile, writeRunsFile, WrongFileError } from './runsFile';

const digest = 'ab'.repeat(32);
const run = {
  name: 'Two flows',
  seed: 3,
  scenario: { duration_s: 10 },
  series_digest: digest,
  summary_digest: digest,
};

describe('a file of runs', () => {
  it('is read as it was written', () => {
    const file = { behaviour_version: 7, runs: [run] };
    expect(readRunsFile(writeRunsFile(file))).toEqual(file);
  });

  it('says which field is wrong, and what it must be', () => {
    const wrong = (change: object) =>
      writeRunsFile({ behaviour_version: 7, runs: [run, { ...run, ...change }] });
    for (const [text, words] of [
      ['no JSON', 'it is not JSON'],
      ['{"format": "another"}', 'its format is not'],
      [wrong({ seed: -1 }), 'runs.1.seed is -1; it must be a whole number.'],
      [wrong({ name: undefined }), 'runs.1.name is missing; it must be a name.'],
      [wrong({ series_digest: 'abc' }), 'runs.1.series_digest is "abc"'],
      [wrong({ scenario: [] }), 'runs.1.scenario is []'],
      [
        writeRunsFile({
          behaviour_version: 7,
          runs: Array.from({ length: MOST_RUNS + 1 }, () => run),
        }),
        `at most ${MOST_RUNS} are read`,
      ],
    ] as const) {
      expect(() => readRunsFile(text)).toThrow(WrongFileError);
      expect(() => readRunsFile(text)).toThrow(words);
    }
  });
});
