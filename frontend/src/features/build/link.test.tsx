import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { scenarioFragment, readScenarioFragment } from '@/analysis/links/scenarioLink';
import { currentDraft, listDrafts } from '@/state/drafts';

import type { Call } from '#tests/fakeApi';
import { taken } from '#tests/fakeDesk';
import { scenario } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveBuilder } from '#tests/varying';

vi.mock('@/files/FileDesk', () => import('#tests/fakeDesk'));

let calls: Call[] = [];

beforeEach(() => {
  calls = serveBuilder();
});

const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

function drop(text: string, name: string) {
  const file = new File([text], name);
  const event = new Event('drop', { cancelable: true });
  // jsdom has no DataTransfer of its own.
  Object.assign(event, { dataTransfer: { types: ['Files'], files: [file] } });
  act(() => void window.dispatchEvent(event));
}

describe('a link without a server', () => {
  it('opens its scenario with its seed as a draft, and leaves the address', async () => {
    const content = scenario({ name: 'From afar', duration_s: 33 });
    const { router } = renderApp(`/build${scenarioFragment({ content, seed: 42 })}`);
    await waitFor(async () => expect((await box('Name')).value).toBe('From afar'));
    expect((await box('Duration')).value).toBe('33');
    expect(screen.getByLabelText('Seed')).toHaveValue('42');
    expect(screen.getByText('from a link')).toBeVisible();
    await waitFor(() => expect(router.state.location.href).toBe('/build'));
    expect(currentDraft()).toMatchObject({ name: 'From afar', seed: 42 });
    expect(listDrafts()).toHaveLength(1);
    expect(calls.some(({ route }) => /POST .api.(runs|experiments)$/.test(route))).toBe(false);
  });

  it('opens an experiment with its axes', async () => {
    const values = { kind: 'list', values: [1e6, 1e7] };
    const axes = [{ label: 'Rate', moves: [{ path: 'bottleneck.rate_bps', values }] }];
    const replications = { count: 3, first_seed: 5 };
    const content = { version: 1, name: 'Many', base: scenario(), axes, replications };
    renderApp(`/build${scenarioFragment({ content, seed: 1 })}`);
    expect(await screen.findByRole('button', { name: /^Rate/ })).toBeVisible();
    expect((await box('Name')).value).toBe('Many');
  });

  it('says what is wrong with a damaged one', async () => {
    const draftCount = listDrafts().length;
    renderApp('/build#lab1=AAAA');
    expect(await screen.findByText(/It is damaged: a part may be missing/)).toBeVisible();
    expect(screen.getByRole('link', { name: /Edit the last draft/ })).toBeVisible();
    expect(listDrafts()).toHaveLength(draftCount);
  });

  it('is made of the scenario in the editor', async () => {
    renderApp('/build?preset=elephant-and-mouse');
    await box('Duration');
    fireEvent.click(screen.getByRole('button', { name: 'Draft' }));
    fireEvent.click(await screen.findByText('Link without a server'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Link without a server' }));
    const link = await dialog.findByRole<HTMLInputElement>('textbox');
    const [page, fragment] = link.value.split('#');
    expect(page).toMatch(/\/build$/);
    expect(readScenarioFragment(fragment ?? '')).toEqual({ content: scenario(), seed: 1 });
  });
});

describe('a dropped file', () => {
  it('that is a result opens with its scenario and seed', async () => {
    renderApp('/build?preset=elephant-and-mouse');
    await box('Duration');
    drop(
      JSON.stringify({ seed: 5, scenario: scenario({ duration_s: 7 }), result: {} }),
      'run.json',
    );
    await waitFor(async () => expect((await box('Duration')).value).toBe('7'));
    expect(screen.getByLabelText('Seed')).toHaveValue('5');
    expect(screen.getByText('from run.json')).toBeVisible();
  });

  it('leaves the draft that is edited as it is', async () => {
    renderApp('/build?preset=elephant-and-mouse');
    fireEvent.change(await box('Duration'), { target: { value: '33' } });
    await waitFor(() => expect(currentDraft()?.text).toContain('33'));
    const edited = currentDraft()?.id;
    drop(JSON.stringify(scenario({ name: 'Dropped', duration_s: 7 })), 'mine.json');
    await waitFor(async () => expect((await box('Name')).value).toBe('Dropped'));
    const texts = listDrafts().filter(({ id }) => id === edited);
    expect(
      texts.map(({ text }) => (JSON.parse(text) as { duration_s: number }).duration_s),
    ).toEqual([33]);
  });

  it('that is a measurement goes to what takes all other files', async () => {
    renderApp('/build?preset=elephant-and-mouse');
    await box('Duration');
    const draftCount = listDrafts().length;
    const others = [
      ['{"start": {}, "intervals": []}', 'iperf3.json'],
      ['1\n2\n4\n', 'lte.trace'],
      ['{"event":"start"}\n{"event":"interval"}\n', 'stream.json'],
      ['GIF89a', 'cat.gif'],
    ] as const;
    for (const [text, name] of others) {
      drop(text, name);
      await waitFor(() => expect(taken.at(-1)).toBe(name));
    }
    expect((await box('Duration')).value).toBe('10');
    expect(listDrafts()).toHaveLength(draftCount);
  });
});
