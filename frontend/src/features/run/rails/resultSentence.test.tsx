import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { result } from '#tests/fixtures';

import type { RunResult } from '@/api/types';

import { ResultSentence, windowAndSeed } from './ResultSentence';
import { SummaryTable } from './SummaryTable';

const whole = result() as unknown as RunResult;
const [first, second] = whole.flows;
if (first === undefined || second === undefined) throw new Error('two flows');

const link = (id: string, utilisation_ratio: number, dropped_packets: number) =>
  ({
    id,
    rate_bps: 1e7,
    summary: {
      utilisation_ratio,
      dropped_packets,
      randomly_lost_packets: 0,
      mean_queue_bytes: 0,
    },
  }) as NonNullable<RunResult['links']>[number];

describe('a run over two links', () => {
  const one: RunResult = {
    ...whole,
    flows: [first],
    links: [link('bottleneck', 0.1, 0), link('narrow', 0.994, 22)],
  };

  it('names the busiest', () => {
    render(<ResultSentence result={one} />);
    expect(screen.getByText(/of the capacity of the link narrow is used/)).toBeVisible();
    expect(screen.getByText('99%')).toBeVisible();
  });

  it('counts the losses of all, and calls no one link the link', () => {
    const { container } = render(<SummaryTable flows={one.flows} result={one} />);
    expect(container).toHaveTextContent(/Lost packets 22$/);
    expect(container).not.toHaveTextContent('Link busy');
  });
});

describe('what a sentence is over', () => {
  it('is the window', () => {
    expect(windowAndSeed(whole)).toBe('0 to 10 s, wire bytes, seed 7');
  });

  it('is the time in which each flow was active where that differs', () => {
    const flows = [
      { ...first, active_s: 10 },
      { ...second, active_s: 2.5 },
    ];
    expect(windowAndSeed({ ...whole, flows })).toBe(
      '0 to 10 s, each flow while it is active, wire bytes, seed 7',
    );
  });
});
