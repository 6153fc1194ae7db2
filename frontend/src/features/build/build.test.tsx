import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fakeApi, type Answer, type Responder } from '#tests/fakeApi';
import { algorithms, checked, presets, run, scenario, series, timeline } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['duration_s'],
  properties: { duration_s: { type: 'number', maximum: 3600 } },
};

const SIZE = { from_packets: 8192, run_count: 20, packets_per_s: 25_000 };

function serve(more: Record<string, Answer | Responder> = {}) {
  return fakeApi({
    'GET /api/presets': { body: presets() },
    'GET /api/algorithms': { body: algorithms() },
    'GET /api/schema/scenario': { body: schema },
    'POST /api/scenarios/check': { body: checked() },
    'GET /api/speed': { body: { core_version: 'x', sizes: [SIZE] } },
    'GET /api/runs/*': { body: run({ id: 'one', seed: 9 }) },
    'GET /api/runs': { body: { items: [], next_cursor: null } },
    'GET /api/runs/*/series': { body: series('x') },
    'GET /api/runs/*/timeline': { body: timeline('x') },
    ...more,
  });
}

/** The text; the page opens with the form. */
async function editor() {
  const tab = await screen.findByRole<HTMLInputElement>('radio', { name: 'JSON' });
  if (!tab.checked) fireEvent.click(tab);
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Scenario as JSON' });
}
const type = async (text: string) => fireEvent.change(await editor(), { target: { value: text } });

describe('the editor', () => {
  it('opens a preset and shows what follows from it', async () => {
    serve();
    renderApp('/build?preset=elephant-and-mouse&variant=1');
    expect(JSON.parse((await editor()).value)).toMatchObject({
      flows: [{ algorithm: { name: 'fairtt' } }, { label: 'mouse' }],
    });
    expect(await screen.findByText('Ready, 12,500 packets')).toBeVisible();
    expect(screen.getByText('249.6')).toBeVisible();
    // 12,500 packets at 25,000 a second.
    expect(await screen.findByText('about 0.5')).toBeVisible();
    expect(screen.getByText('from Elephant and mouse, FaiRTT')).toBeVisible();
  });

  it('says where the text stops being JSON', async () => {
    serve();
    renderApp('/build?preset=one');
    await type('{\n  "duration_s": 1,,\n}');
    expect(await screen.findByText(/This is not JSON/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Go to line 2' })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Run/ })).toBeDisabled();
  });

  it('checks against the schema while the server is silent', async () => {
    serve({ 'POST /api/scenarios/check': () => new Promise<Answer>(() => undefined) });
    renderApp('/build?preset=one');
    await type('{\n  "duration_s": 9999\n}');
    expect(await screen.findByText('duration_s')).toBeVisible();
    expect(screen.getByText(/9999 is greater than 3600/)).toBeVisible();
    expect(screen.getByText('1 problem')).toBeVisible();
  });

  it('shows the server’s problems by field and line, and lets nothing run', async () => {
    const message = 'flows.1.rtt_s is 0.015 s (15 ms); it must be at least 0.02 s';
    const errors = [{ path: 'flows.1.rtt_s', pointer: '', message, value: 0.015, bound: 0.02 }];
    const problem = { title: 'Invalid', detail: 'Invalid input', status: 422, errors };
    serve({ 'POST /api/scenarios/check': { status: 422, body: problem } });
    renderApp('/build?preset=one');
    await editor();
    expect(await screen.findByText('flows.1.rtt_s')).toBeVisible();
    expect(screen.getByText(/it must be at least 0.02 s/)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Run/ })).toBeDisabled();
    expect(screen.getByRole('button', { name: /^Go to line/ })).toBeVisible();
  });

  it('keeps the draft across a reload, without the preset in the address', async () => {
    serve();
    const first = renderApp('/build?preset=one');
    await type('{"duration_s": 3}');
    await waitFor(() => expect(first.router.state.location.href).toBe('/build'));
    first.unmount();
    renderApp('/build');
    expect((await editor()).value).toBe('{"duration_s": 3}');
  });

  it('forks a run with its seed and opens the new one beside it', async () => {
    const calls = serve({ 'POST /api/runs': { status: 201, body: run({ id: 'fork' }) } });
    const { router } = renderApp('/build?run=one');
    expect(await screen.findByText('forked from 8f3c·21ae')).toBeVisible();
    await screen.findByText('Ready, 12,500 packets');
    fireEvent.keyDown(window, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(router.state.location.href).toBe('/runs/fork?with=one'));
    const started = calls.find(({ route }) => route === 'POST /api/runs');
    expect(started?.body).toMatchObject({
      seed: 9,
      scenario: { duration_s: 10 },
      forked_from: '“Elephant and mouse”, 8f3c·21ae',
    });
  });

  it('says of a fork of a shared run that it is one', async () => {
    serve({ 'GET /api/runs/*': { body: run({ id: 'one', is_shared: true }) } });
    renderApp('/build?run=one');
    expect(await screen.findByText('forked from a shared run, 8f3c·21ae')).toBeVisible();
  });

  it('renames the scenario in the text and leaves the rest as typed', async () => {
    serve();
    const { user } = renderApp('/build?preset=one');
    await type('{ "name": "Old",   "duration_s": 3 }');
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.type(name, '!');
    expect((await editor()).value).toBe('{ "name": "Old!",   "duration_s": 3 }');
  });

  it('says when there is nothing to edit', async () => {
    serve();
    renderApp('/build?preset=none');
    expect(await screen.findByText('There is no preset "none" with that variant.')).toBeVisible();
  });
});

describe('the fixture', () => {
  it('is a scenario that the editor shows whole', async () => {
    serve();
    renderApp('/build?preset=elephant-and-mouse');
    expect(JSON.parse((await editor()).value)).toEqual(scenario());
  });
});
