import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { EXPERIMENT_FILES } from '@/generated/exportFiles';
import { ARMS, axis, BUFFERS, experiment, RTTS, type Made } from '#tests/experimentFixtures';
import { run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveExperiment } from '#tests/serveExperiment';

// The page is a chunk of its own: fetched before the clock of a test runs.
import './ExperimentPage';

const USUAL: Made = { axes: [RTTS, BUFFERS, ARMS], seedCount: 20 };

interface Drawn {
  data?: { type: string; name?: string; z?: (number | null)[][]; x?: number[] }[];
}

function drawn(type: string) {
  const plots = [...document.querySelectorAll('.js-plotly-plot')] as unknown as Drawn[];
  return plots.flatMap(({ data = [] }) => data.filter((trace) => trace.type === type));
}

const rail = () => screen.findByRole('complementary', { name: 'Chosen cell' });

/** Nothing is laid out in jsdom, so that the menu is there but hidden. */
async function openMenu(item: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  return screen.findByText(item);
}

describe('the page of an experiment', () => {
  it('says what moves along with an axis', async () => {
    const sentence = 'The buffer follows the RTT: 8, 16, 33 packets.';
    const follower = { quantity: 'buffer' as const, link: 'bottleneck', values: [8, 16, 33] };
    const repairs = [{ title: 'Keep 33 packets', fields: {} }];
    const followers = [{ ...follower, unit: 'packets', sentence, repairs }];
    serveExperiment({ ...USUAL, axes: [{ ...RTTS, followers }, BUFFERS, ARMS] });
    renderApp('/experiments/e1');
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('has a map for each arm, and a line through the chosen cell', async () => {
    serveExperiment(USUAL);
    renderApp('/experiments/e1');
    const maps = await screen.findAllByRole('application', { name: /^Throughput ratio: / });
    expect(maps.map((map) => map.getAttribute('aria-label'))).toEqual([
      'Throughput ratio: BBRv2',
      'Throughput ratio: FaiRTT',
    ]);
    await waitFor(() => expect(drawn('heatmap')[0]?.z?.flat()).not.toContain(null));
    const [first] = drawn('heatmap');
    expect([first?.z?.length, first?.z?.[0]?.length]).toEqual([3, 4]);
    expect(
      screen.getByText(/^Elephant over mouse, 4 RTT ratios × 3 buffers × 2 algorithms/),
    ).toBeVisible();
    expect(drawn('scatter').some(({ name }) => name === '1')).toBe(true);
  });

  it('shows bootstrap intervals instead of Student’s on demand', async () => {
    serveExperiment(USUAL);
    const { user } = renderApp('/experiments/e1?cell=22');
    const side = await rail();
    const row = await within(side).findByRole('row', { name: /^Throughput ratio/ });
    const before = row.textContent;
    await user.click(within(side).getByRole('checkbox', { name: /^Bootstrap/ }));
    expect(row.textContent).not.toBe(before);
    await user.click(within(side).getByRole('checkbox', { name: /^Bootstrap/ }));
    expect(row.textContent).toBe(before);
  });

  it('says of the chosen cell what is seen, on how many seeds', async () => {
    serveExperiment(USUAL);
    renderApp('/experiments/e1?cell=22');
    const side = await rail();
    expect(within(side).getByText('RTT ratio 3.2, buffer 10 BDP')).toBeVisible();
    await waitFor(() => expect(side).toHaveTextContent(/FaiRTT brings the throughput ratio from/));
    expect(side).toHaveTextContent(/It is nearer to fair on \d+ of 20 seeds/);
    expect(await within(side).findByRole('img', { name: /^Every seed\. BBRv2 / })).toBeVisible();
  });

  it('goes from cell to cell by arrow keys and keeps the cell in the address', async () => {
    serveExperiment(USUAL);
    const { user, router } = renderApp('/experiments/e1?cell=0');
    const [map] = await screen.findAllByRole('application', { name: /^Throughput ratio: / });
    map?.focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ cell: 6 }));
    await user.keyboard('{ArrowUp}');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ cell: 8 }));
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ cell: 2 }));
    expect(within(await rail()).getByText('RTT ratio 1, buffer 2 BDP')).toBeVisible();
  });

  it('asks only for the metric on the screen, and keeps the choice in the address', async () => {
    const calls = serveExperiment(USUAL);
    const { user, router } = renderApp('/experiments/e1');
    await screen.findAllByRole('application');
    const asked = () =>
      calls.flatMap(({ route, url }) =>
        route.endsWith('/map') ? [url.searchParams.get('metric')] : [],
      );
    expect(asked()).toEqual(['throughput_ratio']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Metric' }), 'jain_index');
    await waitFor(() => expect(asked()).toEqual(['throughput_ratio', 'jain_index']));
    expect(router.state.location.search).toMatchObject({ metric: 'jain_index' });
    await user.click(screen.getByRole('button', { name: 'definition' }));
    expect(screen.getByText("What Jain's index is.")).toBeInTheDocument();
  });

  it('has the numbers behind the maps as a table, at a key too', async () => {
    serveExperiment(USUAL);
    const { user } = renderApp('/experiments/e1');
    await screen.findAllByRole('application');
    await user.keyboard('t');
    const table = await screen.findByRole('table', { name: /^Throughput ratio/ });
    expect(within(table).getAllByRole('row')).toHaveLength(2 + 12);
    expect(within(table).getAllByText('20')).toHaveLength(24);
  });

  it('opens one seed of both arms as ordinary runs beside one another', async () => {
    const made: unknown[] = [];
    serveExperiment(USUAL, {
      'POST /api/runs': (_, body) => {
        made.push(body);
        return { status: 201, body: run({ id: `r${made.length}` }) };
      },
      'GET /api/runs/*': { body: run() },
    });
    const { user, router } = renderApp('/experiments/e1');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Seed' }), '3');
    await user.click(screen.getByRole('button', { name: 'Open seed 3, both' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/runs/r2'));
    expect(router.state.location.search).toEqual({ with: 'r1' });
    expect(made).toMatchObject([{ seed: 3 }, { seed: 3 }]);
  });
});

describe('the first view', () => {
  it('is a strip of seeds for replications alone', async () => {
    serveExperiment({ axes: [], seedCount: 20 });
    renderApp('/experiments/e1');
    expect(await screen.findByRole('radio', { name: 'Seeds' })).toBeChecked();
    expect(screen.queryByRole('radio', { name: 'Map' })).toBeNull();
    const side = await rail();
    await waitFor(() => expect(side).toHaveTextContent(/The throughput ratio is 1\.\d\d/));
    expect(within(side).getByText('All runs')).toBeVisible();
  });

  it('is lines along a single axis', async () => {
    serveExperiment({ axes: [RTTS, ARMS], seedCount: 20 });
    renderApp('/experiments/e1');
    expect(await screen.findByRole('radio', { name: 'Lines' })).toBeChecked();
    await waitFor(() => expect(drawn('scatter').map(({ name }) => name)).toContain('0:band0'));
  });

  it('makes small multiples of a third axis', async () => {
    const loss = axis('Loss', ['0%', '1%']);
    serveExperiment({ axes: [ARMS, RTTS, BUFFERS, loss], seedCount: 5 });
    renderApp('/experiments/e1');
    const maps = await screen.findAllByRole('application', { name: /^Throughput ratio: .*Loss/ });
    expect(maps).toHaveLength(4);
  });

  it('keeps a scatter of any two metrics, delay from right to left', async () => {
    serveExperiment(USUAL);
    const { user } = renderApp('/experiments/e1?view=scatter');
    expect(
      await screen.findByRole('application', { name: /^elephant: throughput against .*RTT/ }),
    ).toBeVisible();
    expect(screen.getByText(/reversed: less is to the right/)).toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'against' }), 'jain_index');
    await waitFor(() => expect(screen.queryByText(/reversed/)).toBeNull());
  });
});

describe('an experiment under way', () => {
  const made: Made = { ...USUAL, doneCells: 20 };

  it('says how far it is and can be paused by its owner', async () => {
    const paused = { ...experiment(made), status: 'paused' };
    serveExperiment(made, { 'POST /api/experiments/*/pause': { body: paused } });
    const { user } = renderApp('/experiments/e1');
    expect(await screen.findByText('about 4 s left')).toBeVisible();
    expect(screen.getByText(/of 480 runs/)).toHaveTextContent('410 of 480 runs');
    expect(screen.getByText('still running')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeEnabled();
    expect(screen.getByText('paused')).toBeVisible();
  });

  it('says why the lab itself has paused it', async () => {
    const pause_reason = 'The disk of this lab is full: numbers could not be stored.';
    serveExperiment({ ...made, changes: { status: 'paused', pause_reason } });
    renderApp('/experiments/e1');
    expect(await screen.findByText('The lab has paused this experiment')).toBeVisible();
    expect(screen.getByText(pause_reason)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resume' })).toBeEnabled();
  });

  it('says what was computed elsewhere, and how much of it here as well', async () => {
    const brought = {
      id: 'i1',
      computed_by: 'the cluster',
      core_version: '0.1.0+0',
      behaviour_version: 1,
      check_ratio: 0.02,
      lot: '0af1',
      units_sha256: null,
      unit_count: 480,
      drawn_count: 10,
      compared_count: 12,
      reason: null,
      created_at: '2026-11-29T09:00:00Z',
    };
    const reason = 'Cell 3 with seed 5 has other numbers.';
    const imports = [
      { ...brought, status: 'accepted' as const },
      { ...brought, id: 'i2', status: 'refused' as const, reason },
    ];
    serveExperiment({ ...made, changes: { imports } });
    renderApp('/experiments/e1');
    expect(await screen.findByText(/12 of 480 recomputed here/)).toHaveTextContent(
      'Imported: 480 runs, computed by the cluster (core 0.1.0+0). ' +
        '12 of 480 recomputed here, with equal numbers. Drawn by lot 0af1.',
    );
    expect(screen.getByText('Not imported: 480 runs, computed by the cluster')).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
  });

  it('has axes before the first run is done', async () => {
    serveExperiment(
      { ...USUAL, doneCells: 0, changes: { running_cells: [] } },
      {
        'GET /api/experiments/*/map': () => new Promise(() => undefined),
      },
    );
    renderApp('/experiments/e1');
    expect(await screen.findAllByText('0.5', { selector: 'text' })).not.toHaveLength(0);
    expect(screen.getByText('queued')).toBeVisible();
  });

  it('leaves what belongs to the owner to the owner', async () => {
    serveExperiment({ ...made, changes: { is_mine: false } });
    renderApp('/experiments/e1');
    expect(await screen.findByRole('heading', { name: 'Who wins, and where?' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    const fork = await openMenu('Fork and edit');
    expect(fork).toHaveAttribute('href', '/build?experiment=e1');
    expect(screen.queryByText('More seeds …')).toBeNull();
    expect(screen.queryByText('More values …')).toBeNull();
  });

  it('offers its files once it is over', async () => {
    serveExperiment(USUAL);
    renderApp('/experiments/e1');
    await openMenu('All of it (ZIP)');
    const files = document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Files"] a');
    expect([...files].map((link) => link.getAttribute('href'))).toEqual(
      Object.keys(EXPERIMENT_FILES).map((format) => `/api/experiments/e1/export/${format}`),
    );
  });

  it('can get more seeds: the definition with a larger count', async () => {
    const sent: unknown[] = [];
    serveExperiment(USUAL, {
      'POST /api/experiments/*/extend': (_, body) => {
        sent.push(body);
        return { body: experiment({ ...USUAL, seedCount: 40 }) };
      },
    });
    const { user } = renderApp('/experiments/e1');
    fireEvent.click(await openMenu('More seeds …'));
    await user.click(await screen.findByRole('button', { name: 'Add 480 runs' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ experiment: { replications: { count: 40, first_seed: 1 } } });
  });
});
