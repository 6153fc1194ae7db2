import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { type Answer, fakeApi, type Responder } from '#tests/fakeApi';
import { run } from '#tests/fixtures';
import { ADDRESS, attempt, ATTEMPT_ID, serveAttempt } from '#tests/labFixtures';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';
import '@/steps/Prose';

import './attempt/AttemptPage';
import './LabsPage';

const LAB = {
  id: 'bloat',
  title: 'Bufferbloat',
  summary: 'The buffer is *too* large.',
  goals: ['Compute the delay'],
  minutes: 36,
  step_count: 7,
};
const BEGUN = {
  id: ATTEMPT_ID,
  lab_id: 'bloat',
  title: 'Bufferbloat',
  started_at: '2026-11-20T17:00:00Z',
  answered_step_count: 2,
};

function serve(more: Record<string, Answer | Responder> = {}) {
  return fakeApi({
    'GET /api/runs': { body: { items: [], next_cursor: null } },
    'GET /api/labs': { body: [LAB] },
    'GET /api/lab-attempts': { body: [] },
    'GET /api/lab-documents': { body: [] },
    ...more,
  });
}

describe('the list of labs', () => {
  it('says what each teaches and how long it takes', async () => {
    serve();
    renderApp('/labs');
    expect(await screen.findByRole('heading', { name: 'Bufferbloat' })).toBeVisible();
    expect(screen.getByText('7 steps, about 36 minutes')).toBeVisible();
    expect(screen.getByText('Compute the delay')).toBeVisible();
    expect((await screen.findByText('too')).tagName).toBe('EM');
    expect(screen.queryByText('Started in this browser')).toBeNull();
  });

  it('starts one and goes to it', async () => {
    const calls = serve({
      'POST /api/labs/*/attempts': { status: 201, body: attempt(['read']) },
      'GET /api/lab-attempts/*': { body: attempt(['read']) },
    });
    const { user, router } = renderApp('/labs');
    await user.click(await screen.findByRole('button', { name: 'Start Bufferbloat' }));
    await screen.findByRole('heading', { name: 'Read' });
    expect(router.state.location.pathname).toBe(`/labs/attempts/${ATTEMPT_ID}`);
    expect(calls.some(({ route }) => route === 'POST /api/labs/bloat/attempts')).toBe(true);
  });

  it('says why one was not started', async () => {
    const body = { title: 'Too many requests', detail: 'Wait a minute.' };
    serve({ 'POST /api/labs/*/attempts': { status: 429, body } });
    const { user } = renderApp('/labs');
    await user.click(await screen.findByRole('button', { name: 'Start Bufferbloat' }));
    expect(await screen.findByText('Wait a minute.')).toBeVisible();
  });

  it('says what could not be loaded, and tries again', async () => {
    const body = { title: 'Away', detail: 'The database is away.' };
    const answers: Answer[] = [{ status: 503, body }, { body: [LAB] }];
    serve({ 'GET /api/labs': () => answers.shift() ?? { body: [LAB] } });
    const { user } = renderApp('/labs');
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent('The labs could not be loaded');
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Bufferbloat' })).toBeVisible();
  });

  it('says so where there is none', async () => {
    serve({ 'GET /api/labs': { body: [] } });
    renderApp('/labs');
    expect(await screen.findByText('There are no labs.')).toBeVisible();
  });
});

describe('what this browser has begun', () => {
  it('continues, and says how far it is', async () => {
    serve({ 'GET /api/lab-attempts': { body: [BEGUN] } });
    renderApp('/labs');
    const begun = within(await screen.findByRole('region', { name: 'Started in this browser' }));
    expect(begun.getByText(/^2 steps answered, started/)).toBeVisible();
    expect(begun.getByRole('link', { name: /^Continue Bufferbloat/ })).toHaveAttribute(
      'href',
      `/labs/attempts/${ATTEMPT_ID}`,
    );
  });

  it('is deleted after a question, and kept by Escape', async () => {
    let listed = [BEGUN];
    const calls = serve({
      'GET /api/lab-attempts': () => ({ body: listed }),
      'DELETE /api/lab-attempts/*': () => {
        listed = [];
        return { status: 204 };
      },
    });
    const { user } = renderApp('/labs');
    await user.click(await screen.findByRole('button', { name: /^Delete Bufferbloat/ }));
    expect(screen.getByText('Delete this lab and your answers for good?')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(calls.some(({ route }) => route.startsWith('DELETE'))).toBe(false);
    await user.click(screen.getByRole('button', { name: /^Delete Bufferbloat/ }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Started in this browser')).toBeNull());
  });

  it('says why it could not be loaded', async () => {
    const body = { title: 'Away', detail: 'The database is away.' };
    serve({ 'GET /api/lab-attempts': { status: 503, body } });
    renderApp('/labs');
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent('Labs you have started could not be loaded');
    expect(await screen.findByRole('button', { name: 'Start Bufferbloat' })).toBeVisible();
  });
});

const PATH = 'flows.*.algorithm.name';
const NAME = `wasm:${'1a2b3c4d'.repeat(8)}`;
const START = 'POST /api/lab-attempts/*/steps/*/runs';
const FIELD = { path: PATH, minimum: null, maximum: null, choices: null, is_own_algorithm: true };
const MODULE = {
  name: NAME,
  sha256: NAME.slice(5),
  byte_count: 1,
  description: { name: 'polite', title: 'Polite' },
  build_line: '',
  licence: '',
  created_at: '2026-11-29T06:00:00Z',
};

/** The goal of the fixtures, with its algorithm open to what students write. */
function written() {
  const found = attempt(['goal']);
  const steps = found.lab.steps as readonly object[];
  return { ...found, lab: { ...found.lab, steps: [{ ...steps[0], fields: [FIELD] }] } };
}

it('takes a stored module, and leads to the editor for another', async () => {
  const calls = serveAttempt(
    { now: written() },
    {
      'GET /api/algorithms': { body: coreAlgorithms },
      'GET /api/algorithms/modules': { body: [MODULE] },
      [START]: { status: 201, body: run() },
    },
  );
  const { user } = renderApp(`${ADDRESS}?step=goal`);
  const field = await screen.findByRole('combobox', { name: 'Algorithm of all flows' });
  expect(field).toHaveDisplayValue(/as given$/);
  await screen.findByRole('option', { name: 'Polite, wasm:1a2b3c4d' });
  await user.selectOptions(field, NAME);
  await user.click(screen.getByRole('button', { name: 'Run' }));
  const asked = calls.find(({ route }) => route.startsWith('POST /api/lab'));
  expect(asked?.body).toEqual({ settings: { [PATH]: NAME } });
  const link = screen.getByRole('link', { name: 'Write one in the editor' });
  expect(link).toHaveAttribute('href', `/algorithms/write?attempt=${ATTEMPT_ID}&step=goal`);
});
