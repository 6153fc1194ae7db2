import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Answer, Call } from '#tests/fakeApi';
import {
  bar,
  button,
  COMES_TO,
  dialog,
  draft,
  openBuilder,
  undo,
  serveBuilder,
} from '#tests/varying';

let calls: Call[] = [];
let refusal: Answer | null = null;

beforeEach(() => {
  refusal = null;
  calls = serveBuilder({
    'POST /api/experiments/check': () => refusal ?? { body: COMES_TO },
    'POST /api/experiments': { status: 201, body: { id: 'made', status: 'done' } },
    'GET /api/experiments/made': { status: 404, body: { title: '', detail: 'Gone' } },
  });
});

describe('varying a field', () => {
  it('makes an axis of it, around what it is', async () => {
    const { user } = await openBuilder();
    await user.click(button('Vary Rate'));
    const values = { kind: 'logarithmic', from: 2.5e6, to: 4e7, count: 5 };
    expect(draft()).toMatchObject({
      axes: [{ label: 'Rate', moves: [{ path: 'bottleneck.rate_bps', values }] }],
      replications: { count: 20, first_seed: 1 },
      base: { duration_s: 10 },
    });
    const sheet = within(await dialog());
    await user.click(sheet.getByRole('button', { name: 'Done' }));
    expect(within(bar()).getByRole('button', { name: /^Rate/ })).toHaveTextContent(
      'Rate 2.5 to 40 Mbit/s, 5 values',
    );
    expect(within(bar()).getByText('100 runs')).toBeVisible();
    expect(await within(bar()).findByText('40 of them stored')).toBeVisible();
    expect(within(bar()).getByText('9.04 million packets')).toBeVisible();
    expect(within(bar()).getByText('12 to 17 s of one processor')).toBeVisible();
    expect(button(/^Run 100 runs/)).toBeEnabled();
    expect(button('Edit how Rate is varied')).toHaveTextContent('varied');
  });

  it('can be asked for with a precision instead of a number of seeds', async () => {
    const { user } = await openBuilder();
    await user.click(button('Vary Rate'));
    await user.click(within(await dialog()).getByRole('button', { name: 'Done' }));
    const want = within(bar()).getByRole('checkbox', { name: /^more until the interval of/ });
    await user.click(want);
    const precision = { metric: 'throughput_ratio', within_ratio: 0.05, most_count: 100 };
    expect(draft().replications).toEqual({ count: 20, first_seed: 1, precision });
    expect(within(bar()).getByText('seeds each at first,')).toBeVisible();
    const metric = within(bar()).getByRole('combobox', {
      name: 'Metric that must be precise enough',
    });
    await user.selectOptions(metric, 'mean_queue_s');
    const percent = within(bar()).getByRole('textbox', { name: /^Half width/ });
    fireEvent.change(percent, { target: { value: '2' } });
    fireEvent.blur(percent);
    const changed = { ...precision, metric: 'mean_queue_s', within_ratio: 0.02 };
    await waitFor(() => expect(draft().replications).toMatchObject({ precision: changed }));
    await user.click(want);
    expect(draft().replications).toEqual({ count: 20, first_seed: 1 });
  });

  it('can be undone as one step, and stopped', async () => {
    const { user } = await openBuilder();
    await user.click(button('Vary Rate'));
    await user.click(within(await dialog()).getByRole('button', { name: 'Done' }));
    undo();
    expect(draft().axes).toBeUndefined();
    expect(screen.queryByRole('region', { name: 'Experiment' })).toBeNull();
    await user.click(button('Vary Rate'));
    await user.click(within(await dialog()).getByRole('button', { name: 'Stop varying' }));
    expect(draft()).toMatchObject({ duration_s: 10 });
    expect(button(/^Run/)).toHaveTextContent('Run⌘↵');
  });

  it('takes values one by one, in the unit that people read', async () => {
    const { user } = await openBuilder();
    await user.click(button('Vary RTT of elephant'));
    const sheet = within(await dialog());
    await user.click(sheet.getByRole('radio', { name: 'one by one' }));
    const list = sheet.getByRole('textbox', { name: 'Values of Base RTT of elephant' });
    fireEvent.change(list, { target: { value: '20, 35 100' } });
    expect(list).toHaveValue('20, 35 100');
    expect(draft().axes[0]?.moves[0]).toEqual({
      path: 'flows.0.rtt_s',
      values: { kind: 'list', values: [0.02, 0.035, 0.1] },
    });
    expect(sheet.getByRole('cell', { name: '100 ms' })).toBeVisible();
  });

  it('says what moves along with an axis, and keeps it still with one press', async () => {
    const sentence = 'The buffer follows the RTT: 8, 16, 33, 33, 33 packets.';
    const kept = { amount: 33, unit: 'packets' };
    const repairs = [
      { title: 'Keep 33 packets', fields: { 'bottleneck.buffer': kept } },
      { title: 'Keep 1 BDP of 40 ms', fields: { 'bottleneck.buffer.rtt_s': 0.04 } },
    ];
    const share = { sentence: 'The fair share follows the rate: 5, 10 Mbit/s.', repairs: [] };
    const axes = [{ followers: [{ sentence, repairs }, share] }];
    serveBuilder({ 'POST /api/experiments/check': { body: { ...COMES_TO, axes } } });
    const { user } = await openBuilder();
    await user.click(button('Vary RTT of elephant'));
    await user.keyboard('{Escape}');
    expect(await within(bar()).findByText(sentence)).toBeVisible();
    expect(within(bar()).queryByText(share.sentence)).toBeNull();
    await user.click(within(bar()).getByRole('button', { name: 'Keep 1 BDP of 40 ms' }));
    expect(draft()).toMatchObject({ base: { bottleneck: { buffer: { rtt_s: 0.04 } } } });
    await user.click(within(bar()).getByRole('button', { name: 'Keep 33 packets' }));
    expect(draft()).toMatchObject({ base: { bottleneck: { buffer: kept } } });
  });

  it('moves every flow, and two fields together', async () => {
    const { user } = await openBuilder();
    await user.click(button('Vary RTT of elephant'));
    let sheet = within(await dialog());
    await user.selectOptions(sheet.getByRole('combobox', { name: 'Which flows' }), 'every flow');
    expect(draft().axes[0]).toMatchObject({
      label: 'Base RTT of every flow',
      moves: [{ path: 'flows.*.rtt_s' }],
    });
    await user.click(sheet.getByRole('button', { name: 'Done' }));
    await user.click(button('Vary Duration'));
    sheet = within(await dialog());
    const moves = sheet.getByRole('combobox', { name: 'Moves' });
    await user.selectOptions(moves, 'together with Base RTT of every flow');
    expect(draft().axes).toHaveLength(1);
    expect(draft().axes[0]?.moves.map(({ path }) => path)).toEqual(['flows.*.rtt_s', 'duration_s']);
    await user.click(sheet.getByRole('button', { name: 'Vary Duration separately' }));
    expect(draft().axes.map(({ label }) => label)).toEqual(['Base RTT of every flow', 'Duration']);
  });

  it('compares algorithms as arms, with names, parameters and a baseline', async () => {
    const { user } = await openBuilder();
    await user.click(button('Vary Algorithm of elephant'));
    expect(draft().axes[0]).toMatchObject({
      label: 'Algorithm',
      role: 'arm',
      moves: [
        {
          path: 'flows.*.algorithm',
          values: { values: [{ name: 'bbr2' }, { name: 'fairtt' }] },
        },
      ],
    });
    const sheet = within(await dialog());
    await user.click(sheet.getByRole('radio', { name: 'Compare with FaiRTT' }));
    expect(draft().baseline_index).toBe(1);
    fireEvent.change(sheet.getByRole('textbox', { name: 'Name of BBRv2' }), {
      target: { value: 'today' },
    });
    expect(draft().axes[0]?.names).toEqual(['today', 'FaiRTT']);
    await user.click(sheet.getByRole('button', { name: 'Parameters of BBRv2' }));
    fireEvent.change(sheet.getByRole('textbox', { name: 'cwnd gain' }), {
      target: { value: '3' },
    });
    expect(draft().axes[0]?.moves[0]?.values).toMatchObject({
      values: [{ name: 'bbr2', parameters: { cwnd_gain_ratio: 3 } }, { name: 'fairtt' }],
    });
    await user.click(sheet.getByRole('button', { name: 'Done' }));
    expect(within(bar()).getByText('against FaiRTT')).toBeVisible();
  });

  it('asks for a precision of the effect where something is compared', async () => {
    const { user } = await openBuilder();
    await user.click(button('Vary Rate'));
    await user.click(within(await dialog()).getByRole('button', { name: 'Done' }));
    await user.click(within(bar()).getByRole('checkbox', { name: /^more until/ }));
    const what = { name: 'Interval that must be narrow enough' };
    expect(within(bar()).queryByRole('combobox', what)).toBeNull();
    await user.click(button('Vary Algorithm of elephant'));
    await user.click(within(await dialog()).getByRole('button', { name: 'Done' }));
    await user.selectOptions(within(bar()).getByRole('combobox', what), 'effect');
    const precision = { metric: 'throughput_ratio', of: 'effect', within_ratio: 0.05 };
    await waitFor(() => expect(draft().replications).toMatchObject({ precision }));
  });

  it('begins with more than one seed as well', async () => {
    await openBuilder();
    fireEvent.change(screen.getByRole('textbox', { name: 'Seeds' }), { target: { value: '8' } });
    expect(draft()).toMatchObject({ axes: [], replications: { count: 8 } });
    expect(button(/^Run 8 runs/)).toBeVisible();
    fireEvent.change(screen.getByRole('textbox', { name: 'Seeds' }), { target: { value: '1' } });
    expect(draft()).toMatchObject({ duration_s: 10 });
  });

  it('follows the flow groups when one goes', async () => {
    const { user } = await openBuilder();
    await user.click(button('Vary RTT of mouse'));
    await user.click(within(await dialog()).getByRole('button', { name: 'Done' }));
    await user.click(button('Remove elephant'));
    expect(draft().axes[0]?.moves[0]?.path).toBe('flows.0.rtt_s');
  });
});

describe('an experiment', () => {
  it('says at the axis what is wrong, and fixes it', async () => {
    const message = 'axes.0.moves.0.values: with Base RTT 5 ms, flows.0.rtt_s is 0.005; too short';
    const path = 'axes.0.moves.0.values';
    const errors = [{ path, pointer: '', message, value: 0.02, bound: 0.035 }];
    refusal = { status: 422, body: { title: 'Invalid', detail: '', status: 422, errors } };
    const { user } = await openBuilder();
    await user.click(button('Vary RTT of elephant'));
    await user.click(within(await dialog()).getByRole('button', { name: 'Done' }));
    expect(await within(bar()).findByText(/with Base RTT 5 ms/)).toBeVisible();
    expect(button('1 problem')).toBeVisible();
    expect(button(/^Run 100 runs/)).toBeDisabled();
    refusal = null;
    await user.click(within(bar()).getByRole('button', { name: 'Begin at 35 ms' }));
    expect(draft().axes[0]?.moves[0]?.values).toMatchObject({ from: 0.035 });
    await waitFor(() => expect(button(/^Run 100 runs/)).toBeEnabled());
  });

  it('is sent as it stands, and its page opens', async () => {
    const { user, router } = await openBuilder();
    await user.click(button('Vary Rate'));
    await user.click(within(await dialog()).getByRole('button', { name: 'Done' }));
    await screen.findByText('Ready, 100 runs');
    fireEvent.keyDown(window, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(router.state.location.pathname).toBe('/experiments/made'));
    const sent = calls.find(({ route }) => route === 'POST /api/experiments');
    const forked_from = 'Elephant and mouse, BBRv2';
    expect(sent?.body).toEqual({ experiment: draft(), forked_from });
  });

  it('is edited as JSON too, and comes from a file', async () => {
    const { user } = await openBuilder();
    fireEvent.click(screen.getByRole('radio', { name: 'JSON' }));
    const scenario = await screen.findByRole('textbox', { name: 'Scenario as JSON' });
    const base: unknown = JSON.parse((scenario as HTMLTextAreaElement).value);
    const axes = [
      { label: 'D', moves: [{ path: 'duration_s', values: { kind: 'list', values: [1, 2] } }] },
    ];
    const text = JSON.stringify({ base, axes, replications: { count: 3, first_seed: 5 } });
    fireEvent.change(scenario, { target: { value: text } });
    expect(screen.getByRole('textbox', { name: 'Experiment as JSON' })).toHaveValue(text);
    expect(within(bar()).getByText('6 runs')).toBeVisible();
    fireEvent.click(screen.getByRole('radio', { name: 'Form' }));
    await user.click(await screen.findByRole('button', { name: 'Edit how Duration is varied' }));
    expect(await dialog()).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Seed' })).toHaveValue('5');
  });
});
