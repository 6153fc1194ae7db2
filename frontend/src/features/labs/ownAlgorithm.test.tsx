import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { run } from '#tests/fixtures';
import { ADDRESS, attempt, ATTEMPT_ID, serveAttempt } from '#tests/labFixtures';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';

import './AttemptPage';
import '@/steps/Prose';

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
