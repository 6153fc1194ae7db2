import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { checked, run, series, timeline } from '#tests/fixtures';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';

function serve() {
  return fakeApi({
    'GET /api/algorithms': { body: coreAlgorithms },
    'GET /api/runs': { body: { items: [], next_cursor: null } },
    'GET /api/runs/*': { body: run({ id: 'one' }) },
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
    'POST /api/scenarios/check': { body: checked() },
  });
}

const rowOf = (table: HTMLElement, name: string) =>
  within(table).getByRole('rowheader', { name }).closest('tr')?.textContent ?? '';

describe('the state of flows', () => {
  it('follows the clock with what is drawn', async () => {
    serve();
    const { user } = renderApp('/runs/one');
    const table = await screen.findByRole('table', { name: 'State of flows' });
    await user.keyboard('{Home}{ArrowRight}');
    await waitFor(() => expect(rowOf(table, 'cwnd')).toContain('50.0'));
    expect(rowOf(table, 'phase')).toContain('Startup');
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(rowOf(table, 'cwnd')).toContain('60.0'));
    expect(rowOf(table, 'phase')).toContain('Cruise');
    expect(within(table).queryByText('pacing gain')).toBeNull();
  });

  it('holds every variable of the exact sample once it is frozen', async () => {
    const calls = serve();
    renderApp('/runs/one?at=0.2');
    const table = await screen.findByRole('table', { name: 'State of flows' });
    await waitFor(() => expect(rowOf(table, 'pacing gain')).toContain('1.25'));
    expect(rowOf(table, 'ssthresh')).toContain('–');
    expect(rowOf(table, 'because of')).toContain('start');
    expect(rowOf(table, 'it lasts')).toContain('50.0 ms of 9.85 s');
    const link = screen.getByRole('table', { name: 'State of the link' });
    expect(rowOf(link, 'queue, mean')).toContain('30.0 pkt');
    expect(screen.getByText('the sample from 0.1 to 0.2 s')).toBeVisible();
    const asked = calls.filter(
      ({ route, url }) => route.endsWith('/series') && !url.searchParams.has('metrics'),
    );
    // As many points as samples: nothing is thinned.
    expect(asked.map(({ url }) => url.searchParams.get('points'))).toEqual(['100']);
    expect(asked[0]?.url.searchParams.get('from_s')).toBe('0.05');
  });

  it('says how many packets of how many wait', async () => {
    serve();
    renderApp('/runs/one?at=0.2');
    expect(await screen.findByText('30 of 312 pkt')).toBeVisible();
    expect(screen.getByText('Queue at 0.2 s')).toBeVisible();
  });
});
