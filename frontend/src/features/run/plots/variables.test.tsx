import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { run } from '#tests/fixtures';
import { coreQueue } from '#tests/registry';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

import { readVariables, writeVariable } from './variables';

describe('chosen variables in the address', () => {
  it('reads back what it writes', () => {
    const choices = [
      { metric: 'inflight_hi_bytes', flowIndex: 2 },
      { metric: 'pacing_gain_ratio', flowIndex: null },
      { metric: 'sojourn_s', flowIndex: null, isOfQueue: true },
    ];
    expect(readVariables(choices.map(writeVariable).join('.'))).toEqual(choices);
  });

  it('leaves out what is no variable', () => {
    expect(readVariables('Cwnd.cwnd_bytes:x.cwnd_bytes')).toEqual([
      { metric: 'cwnd_bytes', flowIndex: null },
    ]);
    expect(readVariables(undefined)).toEqual([]);
  });
});

describe('plotting a state variable', () => {
  it('adds it to the plots and to the address, and takes it away again', async () => {
    const calls = serveRuns([run({ id: 'one' })]);
    const user = userEvent.setup();
    const { router } = renderApp('/runs/one');
    const choose = await screen.findByRole('combobox', { name: 'Plot a state variable' });
    await user.selectOptions(choose, 'pacing rate');
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ vars: 'pacing_rate_bps' }),
    );
    const list = within(screen.getByRole('list', { name: 'State variables' }));
    expect(list.getByText('pacing rate')).toBeVisible();
    const asked = calls.filter(({ route }) => route.endsWith('/series'));
    const metrics = asked.map(({ url }) => url.searchParams.getAll('metrics'));
    // The overview asks for one, and the picture of the RTT for its parts.
    const ofStage = metrics.filter((names) => names.length > 1 && !names.includes('rtt_mean_s'));
    expect(ofStage.at(-1)).toContain('pacing_rate_bps');
    await user.click(list.getByRole('button', { name: 'Remove the plot of pacing rate' }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('vars'));
  });

  it('offers what traffic and queue write of themselves', async () => {
    const one = run({ id: 'one' });
    const [first, ...others] = one.scenario.flows;
    if (first === undefined) throw new Error('a flow');
    const media = { kind: 'media', frame_rate_hz: 30, frame_bytes: 12_500, deadline_s: 0.15 };
    const scenario = {
      ...one.scenario,
      flows: [{ ...first, traffic: media }, ...others],
      bottleneck: { ...one.scenario.bottleneck, queue: coreQueue('codel') },
    } as typeof one.scenario;
    const calls = serveRuns([{ ...one, scenario }]);
    const user = userEvent.setup();
    const { router } = renderApp('/runs/one');
    const choose = await screen.findByRole('combobox', { name: 'Plot a state variable' });
    await user.selectOptions(choose, 'frame delay');
    await user.selectOptions(choose, 'drop interval');
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        vars: 'frame_delay_s.drop_interval_s:queue',
      }),
    );
    const list = within(screen.getByRole('list', { name: 'State variables' }));
    expect(list.getByText('drop interval, the queue')).toBeVisible();
    const asked = calls.filter(({ route }) => route.endsWith('/series')).at(-1);
    const metrics = asked?.url.searchParams.getAll('metrics');
    expect(metrics).toEqual(expect.arrayContaining(['frame_delay_s', 'drop_interval_s']));
  });

  it('offers what a module declares', async () => {
    const one = run({ id: 'one' });
    const name = `wasm:${'ab'.repeat(32)}`;
    const [first, ...others] = one.scenario.flows;
    if (first === undefined) throw new Error('a flow');
    const flows = [{ ...first, algorithm: { name, parameters: {} } }, ...others];
    serveRuns([{ ...one, scenario: { ...one.scenario, flows } }], {
      'GET /api/algorithms/modules/*': {
        body: { name, description: { title: 'Mine', series: [{ name: 'own_credit_packets' }] } },
      },
    });
    renderApp('/runs/one');
    expect(await screen.findByRole('option', { name: 'own credit' })).toBeVisible();
  });
});
