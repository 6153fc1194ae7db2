import { describe, expect, it } from 'vitest';

import { openFields } from '@/steps/openFields';
import type { RunStepFile } from '@/steps/labFile';
import { STEPS } from '#tests/labFixtures';
import { scenarioSchema } from '#tests/scenarioSchema';

import { triedPlots, triedWords } from './goalTries';

const schema = scenarioSchema();
const step = STEPS.goal as unknown as RunStepFile;
const opensOf = (...paths: string[]) =>
  openFields(
    {
      ...step,
      fields: paths.map((path) => ({ path, minimum: null, maximum: null, choices: null })),
    },
    schema,
  );
const tried = (settings: Record<string, number>, utilisation_ratio: number | null) => ({
  settings,
  holds: (utilisation_ratio ?? 0) > 0.9,
  terms: { utilisation_ratio, mean_queue_bytes: 1500, jain_index: 1 },
});
const BUFFER = 'bottleneck.buffer.amount';
const RATE = 'bottleneck.rate_bps';

describe('what a class tried at a goal', () => {
  it('is a point for each try, at most two plots, and as given where nothing was set', () => {
    const plots = triedPlots([tried({ [BUFFER]: 8 }, 0.95), tried({}, 0.8)], opensOf(BUFFER));
    expect(plots.map(({ term }) => term)).toEqual(['utilisation_ratio', 'mean_queue_bytes']);
    expect(plots[0]?.points).toEqual([
      { setting: 8, result: 0.95, holds: true },
      { setting: 100, result: 0.8, holds: false },
    ]);
    expect(plots[0]?.settingName).toBe('Buffer, packets');
  });

  it('leaves out a run without that number, and says so when none reached the goal', () => {
    const [plot] = triedPlots([tried({ [BUFFER]: 8 }, null), tried({}, 0.8)], opensOf(BUFFER));
    expect(plot?.points).toHaveLength(1);
    expect(plot && triedWords(plot)).toBe('1 try; none reached the goal.');
  });

  it('has rates with their units, as students typed them', () => {
    const [plot] = triedPlots(
      [tried({ [RATE]: 2e6 }, 0.95), tried({ [RATE]: 5e7 }, 0.95)],
      opensOf(RATE),
    );
    expect(plot && triedWords(plot)).toMatch(
      /2 reached the goal, between 2 Mbit\/s and 50 Mbit\/s/,
    );
  });

  it('has no plot where two numbers were moved', () => {
    expect(triedPlots([tried({}, 0.95)], opensOf(BUFFER, RATE))).toEqual([]);
  });
});
