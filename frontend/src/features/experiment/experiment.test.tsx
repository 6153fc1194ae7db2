import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { ARMS, axis, BUFFERS, RTTS, type Made } from '#tests/experimentFixtures';
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
