import { describe, expect, it } from 'vitest';

import {
  FORMAT,
  MOST_EXPERIMENTS,
  MOST_RUNS,
  readRunsFile,
  writeRunsFile,
  WrongFileError,
} from './runsFile';

const digest = 'ab'.repeat(32);
const run = {
  name: 'Two flows',
  seed: 3,
  scenario: { duration_s: 10 },
  series_digest: digest,
  summary_digest: digest,
};

const attempt = {
  id: '0a0b0c0d-1111-4222-8333-444455556666',
  lab_id: 'cubic-and-newreno',
  started_at: '2026-03-01T12:00:00.000Z',
  lab: { title: 'CUBIC and NewReno' },
  secret: digest,
  answers: [{ step_id: 'guess', answer: 3, answered_at: '2026-03-01T12:01:00.000Z' }],
  guesses: { game: { '0': 'cubic' } },
  runs: [{ step_id: 'run', settings: {}, run: 0 }],
};

const experiment = {
  name: 'Buffers',
  forked_from: null,
  definition: { name: 'Buffers' },
  digests: [
    [digest, null],
    [digest, digest],
  ],
};

const EMPTY = { behaviour_version: 7, runs: [], attempts: [], experiments: [] };

describe('a file of runs', () => {
  it('is read as it was written', () => {
    const file = {
      behaviour_version: 7,
      runs: [run],
      attempts: [attempt],
      experiments: [experiment],
    };
    expect(readRunsFile(writeRunsFile(file))).toEqual(file);
  });

  it('says which field is wrong, and what it must be', () => {
    const wrong = (change: object) =>
      writeRunsFile({ ...EMPTY, runs: [run, { ...run, ...change }] });
    for (const [text, words] of [
      ['no JSON', 'it is not JSON'],
      ['{"format": "another"}', 'its format is not'],
      [wrong({ seed: -1 }), 'runs.1.seed is -1; it must be a whole number.'],
      [wrong({ name: undefined }), 'runs.1.name is missing; it must be a name.'],
      [wrong({ series_digest: 'abc' }), 'runs.1.series_digest is "abc"'],
      [wrong({ scenario: [] }), 'runs.1.scenario is []'],
      [
        writeRunsFile({
          ...EMPTY,
          runs: Array.from({ length: MOST_RUNS + 1 }, () => run),
        }),
        `at most ${MOST_RUNS} are read`,
      ],
    ] as const) {
      expect(() => readRunsFile(text)).toThrow(WrongFileError);
      expect(() => readRunsFile(text)).toThrow(words);
    }
  });

  it('of an older site has no labs and no experiments', () => {
    const older = { format: FORMAT, format_version: 1, behaviour_version: 7, runs: [run] };
    const text = JSON.stringify(older);
    expect(readRunsFile(text)).toMatchObject({ attempts: [], experiments: [] });
  });

  it('says what is wrong with a lab', () => {
    for (const [change, words] of [
      [{ id: '../x' }, 'attempts.0.id is "../x"; it must be a UUID.'],
      [{ secret: 'abc' }, 'attempts.0.secret is "abc"'],
      [{ lab: {} }, 'attempts.0.lab is {}'],
      [{ answers: [{ step_id: 'guess' }] }, 'attempts.0.answers.0.answered_at is missing'],
      [{ runs: [{ step_id: 'run', settings: {}, run: 1 }] }, 'attempts.0.runs.0.run is 1'],
    ] as const) {
      const text = JSON.stringify({
        format: FORMAT,
        format_version: 1,
        behaviour_version: 7,
        runs: [run],
        attempts: [{ ...attempt, ...change }],
      });
      expect(() => readRunsFile(text)).toThrow(words);
    }
  });

  it('says what is wrong with an experiment', () => {
    const wrong = (change: object) => [{ ...experiment, ...change }];
    for (const [experiments, words] of [
      [wrong({ name: 3 }), 'experiments.0.name is 3; it must be a name.'],
      [wrong({ definition: [] }), 'experiments.0.definition is []'],
      [wrong({ digests: 'abc' }), 'experiments.0.digests must be a list.'],
      [wrong({ digests: [[digest], ['abc']] }), 'experiments.0.digests.1 is ["abc"]'],
      [
        Array.from({ length: MOST_EXPERIMENTS + 1 }, () => experiment),
        `has ${MOST_EXPERIMENTS + 1} experiments; at most ${MOST_EXPERIMENTS} are read`,
      ],
    ] as const) {
      const text = writeRunsFile({ ...EMPTY, experiments: experiments as (typeof experiment)[] });
      expect(() => readRunsFile(text)).toThrow(words);
    }
  });
});
