import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { EVALUATION, evaluation, report } from '#tests/evaluations';
import { fakeApi } from '#tests/fakeApi';
import { run, series, timeline } from '#tests/fixtures';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';

const { scenario } = run();
const lists = {
  'GET /api/algorithms': { body: coreAlgorithms },
  'GET /api/reports/*': { body: report(scenario) },
};

describe('a report card', () => {
  it('goes through the headings, beside the standard algorithms', async () => {
    fakeApi(lists);
    renderApp('/algorithms/bbr2/report');
    expect(await screen.findByRole('heading', { name: 'Report card: BBRv2' })).toBeVisible();
    expect(
      screen.getByText(/^2 of the 3 criteria of RFC 9743 have runs here: 1 situation,/),
    ).toBeVisible();
    const table = screen.getByRole('table', {
      name: 'Deep buffer: BBRv2 against CUBIC and NewReno',
    });
    const [number] = within(table).getAllByRole('row').slice(1);
    expect(number).toHaveTextContent('Queue, mean, ms37.1 35.4 to 38.8175 170 to 180 ≠–');
    expect(screen.getByText('The lab has no tunnels.', { exact: false })).toBeVisible();
  });

  it('describes a situation once and links to it from later sections', async () => {
    fakeApi(lists);
    renderApp('/algorithms/bbr2/report');
    const link = await screen.findByRole('link', { name: 'Deep buffer' });
    expect(link).toHaveAttribute('href', '#situation-deep-buffer');
    expect(link.closest('li')).toHaveTextContent('Deep buffer: under 5.1.2');
    expect(screen.getAllByRole('table')).toHaveLength(1);
  });

  it('opens a run of a situation', async () => {
    const calls = fakeApi({
      ...lists,
      'POST /api/runs': { status: 201, body: run() },
      'GET /api/runs/*': { body: run() },
      'GET /api/runs/*/series': { body: series(run().id) },
      'GET /api/runs/*/timeline': { body: timeline(run().id) },
      'GET /api/runs/*/phenomena': { status: 502, body: 'not asked here' },
      'GET /api/runs/*/causes': { status: 502, body: 'not asked here' },
      'GET /api/runs/*/what-if': { status: 502, body: 'not asked here' },
    });
    const { user } = renderApp('/algorithms/bbr2/report');
    await user.click(await screen.findByRole('button', { name: 'Open a run of “Deep buffer”' }));
    await waitFor(() => expect(calls.some(({ route }) => route === 'POST /api/runs')).toBe(true));
    const posted = calls.find(({ route }) => route === 'POST /api/runs');
    expect(posted?.body).toMatchObject({ seed: 1, scenario });
  });

  it('of one’s own parameters says how far it is', async () => {
    fakeApi({
      ...lists,
      'GET /api/evaluations/*': { body: { evaluation, report: report(scenario) } },
    });
    renderApp(`/evaluations/${EVALUATION}`);
    expect(await screen.findByText('12 of 660 runs are computed')).toBeVisible();
    expect(screen.getByRole('link', { name: 'The experiment behind it' })).toHaveAttribute(
      'href',
      `/experiments/${EVALUATION}`,
    );
  });

  it('that does not exist says so', async () => {
    const problem = { title: 'Not found', status: 404, detail: 'No report of ‘nothing’.' };
    fakeApi({ ...lists, 'GET /api/reports/*': { status: 404, body: problem } });
    renderApp('/algorithms/nothing/report');
    expect(await screen.findByText('The report could not be loaded')).toBeVisible();
  });
});
