import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { KernelCase, KernelComparison, KernelRow } from '@/analysis/papers/kernel';
import { caseTitle } from '@/analysis/papers/kernel';
import { fakeApi } from '#tests/fakeApi';
import { renderApp } from '#tests/renderApp';

const each: KernelCase = {
  id: 'one',
  host: 'first',
  repetition_count: 3,
  duration_s: 30,
  rate_bps: 10_000_000,
  buffer_bytes: 50_000,
  buffer_bdp: 0.3,
  mark_bytes: 0,
  loss_ratio: 0.01,
  flows: [
    { algorithm: 'cubic', rtt_s: 0.02, start_s: 0 },
    { algorithm: 'cubic', rtt_s: 0.06, start_s: 10 },
  ],
  scenario: { duration_s: 30 },
};

const row: KernelRow = {
  id: 'linux-one-utilisation_ratio',
  case_id: 'one',
  host: 'first',
  quantity: 'utilisation_ratio',
  flow_index: null,
  kernel: { mean: 0.95, minimum: 0.94, maximum: 0.96 },
  core_mean: 0.97,
  core_half_width: 0.002,
  seed_count: 10,
  difference: 0.02,
  is_in_range: false,
  passes_minimum: 0.9365,
  passes_maximum: 0.9635,
  verdict: 'known difference',
  reason: 'The host pauses.',
};
const retransmitted: KernelRow = {
  ...row,
  id: 'linux-one-flow_1_retransmit_ratio',
  quantity: 'retransmit_ratio',
  flow_index: 1,
  kernel: { mean: 0.01, minimum: 0.009, maximum: 0.011 },
  core_mean: 0.01,
  difference: 0,
  is_in_range: true,
  verdict: 'pass',
  reason: null,
};

const percent = { factor: 100, unit: '%', digits: 2 };
const comparison: KernelComparison = {
  title: 'Beside Linux',
  core_version: '0.1.0',
  behaviour_version: 7,
  tolerance: {
    share_ratio: 0.047,
    utilisation_ratio: 0.0035,
    queue_of_buffer_ratio: 0.0335,
    retransmit_of_linux_ratio: 0.5,
    retransmit_least_ratio: 0.0005,
    retransmit_most_ratio: 0.005,
  },
  quantities: [
    { name: 'utilisation_ratio', label: 'Link use', definition: 'Sent.', shown: percent },
    { name: 'retransmit_ratio', label: 'Retransmitted', definition: 'Again.', shown: percent },
  ],
  hosts: [{ name: 'first', kernel: '6.18', description: 'Measured.', is_judged: true }],
  cases: [each],
  rows: [row, retransmitted],
  summaries: [],
  bibtex: '@misc{one}',
};

describe('the comparison with Linux', () => {
  it('names a case by what was set up', () => {
    expect(caseTitle(each, (name) => name.toUpperCase())).toBe(
      'two CUBIC, 20 and 60 ms, 0.3 BDP, 10 Mbit/s, 1% loss, one 10 s later',
    );
  });

  it('counts what agrees, and shows one quantity at a time with figure and table', async () => {
    fakeApi({ 'GET /api/kernel': { body: comparison } });
    renderApp('/papers/linux');
    expect(await screen.findByText(/numbers lie within Linux/)).toHaveTextContent(
      '1 of 2 numbers lie within Linux’s own range',
    );
    const table = within(await screen.findByRole('region', { name: 'Link use, case by case' }));
    const cells = table.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells).toEqual([
      '95.003 runs',
      '94.00 to 96.00',
      '97.00 ± 0.2010 seeds',
      '+2.00 points',
      '93.65 to 96.35',
      'outside, explained',
    ]);
    fireEvent.click(screen.getByRole('radio', { name: 'Retransmitted' }));
    const other = within(screen.getByRole('region', { name: 'Retransmitted, case by case' }));
    expect(other.getByRole('rowheader')).toHaveTextContent('second flow');
    expect(other.getByText('within')).toBeVisible();
  });

  it('gives the reason of each row outside, a way to run it, and the data', async () => {
    fakeApi({ 'GET /api/kernel': { body: comparison } });
    renderApp('/papers/linux');
    expect(await screen.findByText(/The host pauses/)).toHaveTextContent('97.00 % in the lab');
    const [link] = screen.getAllByRole('link', { name: /^two / });
    expect(link?.getAttribute('href')).toMatch(/^\/build.*#lab1=/);
    expect(screen.getByRole('link', { name: 'Download as a data set' })).toHaveAttribute(
      'href',
      '/api/kernel/data',
    );
  });

  it('says what to do when the lab does not answer', async () => {
    fakeApi({ 'GET /api/kernel': { status: 500, body: { title: 'broken' } } });
    renderApp('/papers/linux');
    expect(await screen.findByText('The comparison could not be loaded')).toBeVisible();
  });
});
