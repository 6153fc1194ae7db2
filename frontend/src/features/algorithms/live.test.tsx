import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fakeApi, type Call } from '#tests/fakeApi';
import { checked, presets, run, series, timeline } from '#tests/fixtures';
import { coreAlgorithm, coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';
import type { Run, Scenario } from '@/api/types';

import { caseNumbers, caseSentence } from './caseNumbers';
import { caseOf, caseScenario, measured } from './cases';

interface RunRequest {
  readonly scenario: Scenario;
  readonly seed: number;
}

/** A run of `algorithm` in which the flows get `rateBps` in total. */
function doneRun(seed: number, algorithm: string, rateBps: number): Run {
  const whole = run({ id: `${algorithm}-${seed}`, seed });
  if (whole.result === null) throw new Error('the fixture is done');
  const summary = { ...whole.result.summary, throughput_bps: rateBps };
  return { ...whole, result: { ...whole.result, summary } };
}

function serve(rates: Readonly<Record<string, number>>) {
  return fakeApi({
    'GET /api/algorithms': { body: coreAlgorithms },
    'GET /api/presets': { body: presets() },
    'POST /api/scenarios/check': { body: checked() },
    'GET /api/runs': { body: { items: [], next_cursor: null } },
    'GET /api/runs/*/series': (url) => ({ body: series(url.pathname.split('/')[3] ?? '') }),
    'GET /api/runs/*/timeline': (url) => ({ body: timeline(url.pathname.split('/')[3] ?? '') }),
    'POST /api/runs': (_, body) => {
      const { scenario, seed } = body as RunRequest;
      const name = scenario.flows[0]?.algorithm.name ?? '';
      return { status: 201, body: doneRun(seed, name, (rates[name] ?? 1e6) + seed * 1e4) };
    },
  });
}

describe('the comparison on the page of an algorithm', () => {
  it('runs by itself, and says in numbers what its seeds say', async () => {
    const calls = serve({ newreno: 3e6, bbr1: 9e6 });
    renderApp('/algorithms/newreno');
    const live = within(await screen.findByRole('region', { name: 'NewReno against BBRv1' }));
    expect(await live.findByText('3.04 Mbit/s')).toBeVisible();
    expect(live.getByText('9.04 Mbit/s')).toBeVisible();
    await live.findByText(
      /95% interval over 8 seeds.*Drawn: seed \d, the one nearest to the medians/,
    );
    const asked = calls.filter(({ route }) => route === 'POST /api/runs');
    expect(asked).toHaveLength(16);
    // Without an owner: runs that the page starts by itself do not fill a user's list.
    expect(asked.some(({ headers }) => headers.has('X-Lab-Owner'))).toBe(false);
  });

  it('opens both runs of the drawn seed in the workbench, as my own', async () => {
    const calls = serve({ newreno: 3e6, bbr1: 9e6 });
    const { user, router } = renderApp('/algorithms/newreno');
    await screen.findByText(/nearest to the medians/);
    await user.click(screen.getByRole('button', { name: 'Open both in the workbench' }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/runs\/newreno-[45]$/));
    const mine = (call: Call) => call.route === 'POST /api/runs' && call.headers.has('X-Lab-Owner');
    const [first, second] = calls.filter(mine).map(({ body }) => body as RunRequest);
    expect(first?.scenario.flows[0]?.algorithm.name).toBe('bbr1');
    expect(second?.scenario.flows[0]?.algorithm.name).toBe('newreno');
    expect(second?.seed).toBe(first?.seed);
  });

  it('says what stopped it and tries again', async () => {
    const problem = { title: 'Too Many Requests', detail: 'The queue is full.', status: 429 };
    fakeApi({
      'GET /api/algorithms': { body: coreAlgorithms },
      'GET /api/presets': { body: presets() },
      'POST /api/runs': { status: 429, body: problem },
    });
    renderApp('/algorithms/cubic');
    const live = within(await screen.findByRole('region', { name: 'CUBIC against NewReno' }));
    expect(await live.findByText('The queue is full.')).toBeVisible();
    expect(live.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('a case', () => {
  it('reads a variant against its base, and others against what they answer', () => {
    expect(caseOf(coreAlgorithm('fairtt')).beside).toBe('bbr2');
    expect(caseOf(coreAlgorithm('bbr2')).beside).toBe('bbr1');
    for (const algorithm of coreAlgorithms) {
      expect(caseOf(algorithm).beside).not.toBe(algorithm.name);
    }
  });

  it('of FaiRTT is what the first page runs, so that it is computed once', () => {
    const [preset] = presets();
    const base = preset?.variants[0]?.scenario;
    if (base === undefined) throw new Error('the fixture has a preset');
    const live = caseOf(coreAlgorithm('fairtt'));
    const { flows, bottleneck } = caseScenario(live, base, 'bbr2');
    expect(flows).toEqual(base.flows);
    expect(bottleneck).toEqual(base.bottleneck);
  });

  it('of every algorithm has no RTT below twice the delay behind the link', () => {
    const [preset] = presets();
    const base = preset?.variants[0]?.scenario;
    if (base === undefined) throw new Error('the fixture has a preset');
    const slow = { ...base, bottleneck: { ...base.bottleneck, delay_s: 0.01 } };
    for (const algorithm of coreAlgorithms) {
      const { bottleneck, flows } = caseScenario(caseOf(algorithm), slow, algorithm.name);
      for (const { rtt_s } of flows) expect(rtt_s).toBeGreaterThanOrEqual(2 * bottleneck.delay_s);
    }
  });

  it('says that a difference is not significant where the seeds do not agree', () => {
    const live = caseOf(coreAlgorithm('newreno'));
    const arm = (rates: readonly number[]) =>
      new Map(rates.map((rate, index) => [index + 1, doneRun(index + 1, 'x', rate * 1e6)]));
    const numbers = caseNumbers(live.measure, arm([1, 4, 2]), arm([4, 1, 2]));
    if (numbers === null) throw new Error('there are three pairs');
    expect(numbers.isDistinguishable).toBe(false);
    const three = { ...live, seedCount: 3 };
    const said = caseSentence(three, numbers, { own: 'A', baseline: 'B' });
    expect(said.map(({ text }) => text).join('')).toMatch(
      new RegExp(
        '^With A the flow gets 2\\.00 Mbit/s \\(.*\\), with B 2\\.00 Mbit/s \\(.*\\)\\. ' +
          '.*Over these 3 seeds the difference is not significant\\.$',
      ),
    );
  });

  it('has no number where a result has none', () => {
    const { result } = doneRun(1, 'x', 1e6);
    if (result === null) throw new Error('the fixture is done');
    const summary = { ...result.summary, throughput_ratio: null };
    expect(measured('ratio', { ...result, summary })).toBeNull();
  });
});
