import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { SPEED, stubCore } from '#tests/askedCore';
import { standing } from '#tests/evaluations';
import { fakeApi } from '#tests/fakeApi';
import { presets, run } from '#tests/fixtures';
import { ADDRESS, attempt, serveAttempt } from '#tests/labFixtures';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';
import { scenarioSchema } from '#tests/scenarioSchema';
import { serveRuns } from '#tests/serveRuns';
import type { CoreQuestion } from '@/core/messages';
import { EmbeddedChange } from '@/features/run/sharing/EmbeddedChange';

vi.mock('@/core/load', () => import('#tests/coreThread'));

const RULES = {
  ...SPEED,
  'GET /api/schema/scenario': { body: scenarioSchema() },
  'GET /api/algorithms': { body: coreAlgorithms },
};
const WORDS = /^Seed 1, computed in this browser while you edit\./;

let asked: CoreQuestion[] = [];

beforeEach(() => {
  asked = stubCore();
});

/** Long enough for a page that computes unasked to have begun. */
const rest = () => new Promise((done) => setTimeout(done, 300));

function change(field: HTMLElement, value: string) {
  fireEvent.change(field, { target: { value } });
}

describe('a first look elsewhere', () => {
  it('is at the open fields of a lab when one is changed, within its bounds', async () => {
    const { lab, ...own } = attempt(['goal']);
    const [step] = lab.steps as readonly object[];
    const opened = { ...own, lab: { ...lab, steps: [{ ...step, kind: 'run' }] } };
    serveAttempt({ now: opened as ReturnType<typeof attempt> }, RULES);
    renderApp(ADDRESS);
    const buffer = await screen.findByRole('textbox', { name: 'Buffer' });
    await rest();
    expect(asked).toHaveLength(0);
    change(buffer, '20');
    expect(await screen.findByText(WORDS)).toBeVisible();
    expect(asked).toHaveLength(1);
    change(buffer, '50');
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]?.plan).not.toEqual(asked[0]?.plan);
    // The lab allows 7 to 100 packets.
    change(buffer, '3');
    expect(await screen.findByText(/^For the last valid scenario\. Seed 1/)).toBeVisible();
    expect(asked).toHaveLength(2);
  });

  it('is not at a goal of a lab, where tries are counted', async () => {
    serveAttempt({ now: attempt(['goal']) }, RULES);
    renderApp(ADDRESS);
    change(await screen.findByRole('textbox', { name: 'Buffer' }), '20');
    await rest();
    expect(asked).toHaveLength(0);
  });

  it('is at a change for which a value is typed', async () => {
    const buffer = { amount: 2, unit: 'bdp', rtt_s: 0.025 };
    const offered = {
      run_id: 'one',
      offers: [{ alteration: { kind: 'other_buffer', buffer }, title: 'Buffer 2 BDP' }],
      seed_count: 20,
      predicted_packets: 1e6,
      is_quick: true,
    };
    const found = { run_id: 'one', complete: true, examined_flow_count: 2, phenomena: [] };
    serveRuns([run({ id: 'one' })], {
      ...RULES,
      'GET /api/runs/*/phenomena': { body: found },
      'GET /api/runs/*/what-if': { body: offered },
    });
    renderApp('/runs/one');
    fireEvent.click(await screen.findByRole('button', { name: 'What would change?' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'What would change?' }));
    const field = await dialog.findByRole('textbox', { name: /^Buffer/ });
    await rest();
    expect(asked).toHaveLength(0);
    change(field, '3');
    expect(await dialog.findByText('Buffer: first look')).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  it('stays in an embed while a slider passes what was shared', async () => {
    fakeApi(RULES);
    const { scenario } = run();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <EmbeddedChange scenario={scenario} title="Shared" />
      </QueryClientProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Change it' }));
    const look = await screen.findByRole('heading', { name: 'Shared, as shared: first look' });
    // A first look that came anew would be another heading, and later.
    for (const stop of ['1', '0', '-1']) {
      const before = asked.length;
      change(screen.getByRole('slider', { name: /RTT/ }), stop);
      await waitFor(() => expect(asked).toHaveLength(before + 1));
      await waitFor(() => expect(look).toHaveTextContent(stop === '0' ? 'as shared' : 'changed'));
    }
  });

  it('is on the page of an algorithm under each of both when another is chosen', async () => {
    fakeApi({
      ...RULES,
      'GET /api/algorithms/not-public': { body: [] },
      'GET /api/presets': { body: presets() },
      'GET /api/league/pairs/*/*': { body: standing() },
      'POST /api/runs': { status: 201, body: run({ status: 'queued', result: null }) },
      'GET /api/runs/*': { body: run({ status: 'queued', result: null }) },
    });
    renderApp('/algorithms/bbr2');
    const other = await screen.findByRole('combobox', { name: 'Compare with' });
    await rest();
    expect(asked).toHaveLength(0);
    change(other, 'cubic');
    expect(await screen.findByText('CUBIC: first look')).toBeVisible();
    expect(await screen.findByText('BBRv2: first look')).toBeVisible();
    expect(asked).toHaveLength(2);
    // What has not changed is not computed again.
    change(other, 'newreno');
    expect(await screen.findByText('NewReno: first look')).toBeVisible();
    await rest();
    expect(asked).toHaveLength(3);
  });
});
