import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { run, series, timeline } from '#tests/fixtures';
import { filledRail } from '#tests/rails';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

import { blockOf, sampleAt } from './useSample';

function serve() {
  return serveRuns([run({ id: 'one' })], {
    'GET /api/algorithms': { body: coreAlgorithms },
    'GET /api/runs/*/series': (url) => {
      const body = series('one');
      const isSample = !url.searchParams.has('metrics');
      const gain = { mean: [2.89, 1.25], min: null, max: null };
      const subjects = body.subjects.map((each) =>
        each.subject === 'flow'
          ? { ...each, columns: { ...each.columns, pacing_gain_ratio: gain } }
          : each,
      );
      return { body: isSample ? { ...body, subjects } : body };
    },
    'GET /api/runs/*/timeline': { body: timeline('x') },
  });
}

/** Curves, timeline and variables come one after another, in any order. */
const waitForRow = (table: HTMLElement, name: string, text: string) =>
  waitFor(() => {
    const row = within(table).getByRole('rowheader', { name }).closest('tr');
    expect(row).toHaveTextContent(text);
  });

/** The time of the rows of a table. */
const headings = (table: HTMLElement) =>
  [...table.querySelectorAll('th[scope="rowgroup"]')].map(({ textContent }) => textContent);

describe('the state of flows', () => {
  it('follows the clock with what is drawn', async () => {
    serve();
    const { user } = renderApp('/runs/one');
    const table = await screen.findByRole('table', { name: 'State of flows' });
    await user.keyboard('{Home}{ArrowRight}');
    await waitForRow(table, 'cwnd', '50.0');
    await waitForRow(table, 'phase', 'Startup');
    await user.keyboard('{ArrowRight}');
    await waitForRow(table, 'cwnd', '60.0');
    // A rate is a mean over the sample, a window the state at its end.
    expect(headings(table)).toEqual([
      'at 0.200 s',
      'mean over 0.1 to 0.2 s',
      'at 0.200 s, the end of the sample',
    ]);
    await waitForRow(table, 'phase', 'Cruise');
    expect(within(table).queryByText('pacing gain')).toBeNull();
  });

  it('holds every variable of the exact sample once it is frozen', async () => {
    const calls = serve();
    renderApp('/runs/one?at=0.2');
    const table = await screen.findByRole('table', { name: 'State of flows' });
    await waitForRow(table, 'pacing gain', '1.25');
    await waitForRow(table, 'reason', 'start');
    await waitForRow(table, 'time in phase', '50.0 ms of 9.85 s');
    const link = await screen.findByRole('table', { name: 'State of the link' });
    await waitForRow(link, 'queue, mean', '30.0 pkt');
    expect(headings(link)).toEqual(['over 0.1 to 0.2 s']);
    expect(await screen.findByText('pkt: packets of 1,000 bytes')).toBeVisible();
    const asked = calls.filter(
      ({ route, url }) => route.endsWith('/series') && !url.searchParams.has('metrics'),
    );
    // As many points as samples: nothing is thinned.
    expect(asked.map(({ url }) => url.searchParams.get('points'))).toEqual(['100']);
    expect(asked[0]?.url.searchParams.get('from_s')).toBe('0.05');
  });

  it('says of which moment and of which time its numbers are', async () => {
    serve();
    renderApp('/runs/one?at=0.123456789');
    expect(await screen.findByText('State at 0.123456789 s')).toBeVisible();
    const table = await screen.findByRole('table', { name: 'State of flows' });
    await waitFor(() =>
      expect(headings(table)).toEqual([
        'at 0.123 s',
        'mean over 0.1 to 0.2 s',
        'at 0.200 s, the end of the sample',
      ]),
    );
  });

  it('has one queue: how many packets of how many wait on average, and over which time', async () => {
    serve();
    renderApp('/runs/one?at=0.123456789');
    const rail = within(await filledRail('Scenario'));
    expect(await rail.findByText('30 of 312 packets')).toBeVisible();
    expect(rail.getByText('Mean over 0.1 to 0.2 s.')).toBeVisible();
    const link = await screen.findByRole('table', { name: 'State of the link' });
    await waitForRow(link, 'queue, mean', '30.0 pkt');
  });

  it('is that of the held moment, also where only other times are in view', async () => {
    serve();
    renderApp('/runs/one?at=0.15&from=0&to=0.1');
    expect(await screen.findByText('State at 0.150 s')).toBeVisible();
    const rail = within(await filledRail('Scenario'));
    expect(await rail.findByText('Mean over 0.1 to 0.2 s.')).toBeVisible();
  });
});

describe('sampleAt', () => {
  it('gives the end of a sample to it', () => {
    expect(sampleAt(0.1, 0.1)).toBe(0);
    expect(sampleAt(0.10001, 0.1)).toBe(1);
    // 0.3 / 0.1 is a little more than 3 in binary.
    expect(sampleAt(0.1 * 3, 0.1)).toBe(2);
    expect(sampleAt(51.2, 0.1)).toBe(511);
  });

  it('gives the beginning of the run to its first sample', () => {
    expect(sampleAt(0, 0.1)).toBe(0);
  });
});

describe('blockOf', () => {
  it('asks for a hundred samples of a few flows, for fewer of many', () => {
    expect(blockOf(511, 2)).toEqual({ firstSample: 500, count: 100 });
    expect(blockOf(511, 100)).toEqual({ firstSample: 496, count: 16 });
    expect(blockOf(511, 10_000)).toEqual({ firstSample: 511, count: 1 });
  });
});
