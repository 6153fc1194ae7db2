import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { ARMS, BUFFERS, experiment, numbersOf, RTTS, type Made } from '#tests/experimentFixtures';
import { renderApp } from '#tests/renderApp';
import { serveExperiment } from '#tests/serveExperiment';

// The page is a chunk of its own: fetched before the clock of a test runs.
import '../ExperimentPage';
import { captionOf } from '../caption';
import { hueOfValue } from '../cell/seedRows';
import { controlText, type Verdicts } from './verdicts';

const USUAL: Made = { axes: [RTTS, BUFFERS, ARMS], seedCount: 20 };

interface Drawn {
  data?: { type: string; z?: (number | null)[][] }[];
}

function drawn(type: string) {
  const plots = [...document.querySelectorAll('.js-plotly-plot')] as unknown as Drawn[];
  return plots.flatMap(({ data = [] }) => data.filter((trace) => trace.type === type));
}

describe('the map of differences', () => {
  it('colours nearer to fair and further from it, and counts the cells in a line', async () => {
    serveExperiment(USUAL);
    const { user } = renderApp('/experiments/e1');
    await user.click(await screen.findByRole('radio', { name: 'Difference' }));
    const map = await screen.findByRole('application', {
      name: 'Throughput ratio: FaiRTT against BBRv2',
    });
    expect(map).toBeVisible();
    expect(screen.getByText('inconclusive')).toBeVisible();
    const { verdicts } = numbersOf(USUAL).differences('throughput_ratio');
    const [arm] = verdicts.arms;
    expect(screen.getByText(arm?.sentence ?? '')).toBeVisible();
    expect(arm?.better_count).toBeGreaterThan(0);
    expect(arm?.unclear_count).toBeGreaterThan(0);
    // As many cells have a colour as the line counts.
    const places = () => drawn('heatmap')[0]?.z?.flat() ?? [];
    await waitFor(() =>
      expect(places().filter((place) => (place ?? 0.5) > 0.5)).toHaveLength(arm?.better_count ?? 0),
    );
    expect(places().filter((place) => place === 0.5)).toHaveLength(arm?.unclear_count ?? 0);
    await user.click(screen.getByRole('button', { name: 'How significance is decided' }));
    expect(screen.getByRole('dialog')).toHaveTextContent(/12 tests .* \(Benjamini-Hochberg\)/);
  });

  it('takes a ratio of two numbers as a metric', async () => {
    const calls = serveExperiment(USUAL);
    const { user, router } = renderApp('/experiments/e1?metric=group_0_throughput_bps');
    await screen.findAllByRole('application', { name: /^elephant: throughput/ });
    await user.selectOptions(screen.getByRole('combobox', { name: 'over' }), 'mean_queue_s');
    const wanted = 'group_0_throughput_bps/mean_queue_s';
    await waitFor(() => expect(router.state.location.search).toMatchObject({ metric: wanted }));
    const asked = calls.map(({ url }) => url.searchParams.get('metric'));
    await waitFor(() =>
      expect(calls.map(({ url }) => url.searchParams.get('metric'))).toContain(wanted),
    );
    expect(asked).not.toContain('mean_queue_s');
    expect(screen.getByRole('application', { name: /Queue, mean: FaiRTT/ })).toBeVisible();
  });
});

describe('what is said beside a map', () => {
  it('speaks of all tests only where there are several', () => {
    const control = (tested_count: number) =>
      controlText({
        control: 'Benjamini-Hochberg',
        false_discovery_rate: 0.05,
        tested_count,
      } as Verdicts);
    expect(control(0)).toBe('No cell has enough seeds for a test yet.');
    expect(control(1)).not.toMatch(/all/);
    expect(control(7)).toMatch(/all 7 tests are judged together/);
  });

  it('gives a value the hue of the group that it is of', () => {
    const hues = (name: string) => [2, 0.5].map(hueOfValue({ name, fair: 1 } as never));
    expect(hues('throughput_ratio')).toEqual([0, 1]);
    expect(hues('group_1_relative_share_ratio')).toEqual([1, 0]);
    expect(hues('group_2_relative_share_ratio')).toEqual([2, null]);
  });

  it('does not say of every cell that it has the most seeds that one may get', () => {
    const made = experiment(USUAL);
    expect(captionOf(made)).toMatch(/\b20 seeds/);
    const precision = { metric: 'jain_index', within_ratio: 0.1 };
    const replications = { ...made.experiment.replications, precision } as never;
    const refined = { ...made, experiment: { ...made.experiment, replications } };
    expect(captionOf(refined)).toMatch(/[Uu]p to 20 seeds/);
  });
});

describe('an experiment that was cancelled', () => {
  const made: Made = { ...USUAL, doneCells: 20 };

  it('can be taken up again', async () => {
    const cancelled = { ...made, changes: { status: 'cancelled' as const, running_cells: [] } };
    serveExperiment(cancelled, {
      'POST /api/experiments/*/retry': { body: { ...experiment(made), status: 'running' } },
    });
    const { user } = renderApp('/experiments/e1');
    await user.click(await screen.findByRole('button', { name: 'Take up again' }));
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeEnabled();
  });
});
