import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { readTrace } from '@/analysis/imports/trace';

import { NetworkPart } from './NetworkPart';
import { WhyPart } from './WhyPart';

it('says of a ping what its round trips show, and what share was lost', () => {
  const reply = (seq: number) => `64 bytes from 192.0.2.1: icmp_seq=${seq} ttl=63 time=40.5 ms\n`;
  const trace = readTrace('a', [1, 2, 4, 5].map(reply).join(''));
  render(<WhyPart trace={trace} />);
  expect(screen.getByRole('heading').textContent).toBe('What do its round trips show?');
  expect(screen.getByText('1 of 5 probes were not answered.')).toBeDefined();
  expect(screen.queryByText(/limited|ACKs/)).toBeNull();
  render(<NetworkPart trace={trace} />);
  expect(screen.getByText(/^about 20%/)).toBeDefined();
});
