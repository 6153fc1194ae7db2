import { describe, expect, it } from 'vitest';

import { termText, termTitle } from '@/steps/metricNames';
import { outcomeWords } from './predictionWords';
import { stepStates } from '../attempt/stepStates';
import { answer, attempt, labRun } from '#tests/labFixtures';

describe('a term of a goal', () => {
  it('is called as the metric is, with its flow', () => {
    expect(termTitle('flow["upload"].mean_rtt_s')).toBe('upload: RTT, mean');
    expect(termTitle('link.rate_bps')).toBe('link rate');
    expect(termTitle('no_such_metric')).toBe('no_such_metric');
  });

  it('has the unit that people read, and no percent where it is no share', () => {
    expect(termText('flow["upload"].mean_rtt_s', 0.0852)).toBe('85.2 ms');
    expect(termText('utilisation_ratio', 0.984)).toBe('98.4%');
    expect(termText('throughput_ratio', 0.5)).toBe('0.50');
    expect(termText('jain_index', null)).toBe('–');
  });
});

describe('an order that was predicted', () => {
  const order = (measured: readonly number[]) => {
    const items = ['A', 'B', 'C'].map((text) => ({ text, measured: '' }));
    const step = { prediction: { kind: 'order', items } } as never;
    return outcomeWords(step, { answer: [1, 0, 2], mark: { measured } } as never);
  };

  it('is compared with what was measured, where equal ones have no order', () => {
    expect(order([3, 2, 1])).toBe(
      'You predicted: B, then A, then C. The run shows: A, then B, then C.',
    );
    expect(order([0, 5, 0])).toMatch(/The run shows: B, then A, equal to C\.$/);
  });
});

describe('the state of a step', () => {
  it('is done by an answer, a run that is done, or a goal that is reached', () => {
    const goal = { holds: false, is_decided: true, terms: {}, hidden: null };
    const now = attempt(['read', 'number', 'run', 'goal', 'words'], {
      answers: [answer('number', 1)],
      runs: [labRun('run', { status: 'running' }), labRun('goal', { goal })],
    });
    const done = stepStates(now, undefined).map(({ isDone }) => isDone);
    expect(done).toEqual([true, true, false, false, false]);
  });

  it('waits for the first prediction about its run that is missing', () => {
    const now = attempt(['number', 'pick', 'run'], { answers: [answer('number', 1)] });
    expect(stepStates(now, undefined).at(-1)?.waitsFor?.id).toBe('pick');
  });
});
