import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { experiment } from '#tests/experimentFixtures';
import { ADDRESS, answer, attempt, attemptClass, serveAttempt } from '#tests/labFixtures';
import { renderApp } from '#tests/renderApp';

import './AttemptPage';
import '@/steps/Prose';

vi.mock(import('@/core/loadWithRules'), () => ({
  loadWithRules: () =>
    Promise.resolve({ module: {} as WebAssembly.Module, rules: { schema: {}, algorithms: [] } }),
}));

const inClass = (changes = {}) => ({ classroom: attemptClass(changes) });
const PLACE = { 'PUT /api/lab-attempts/*/place': { body: {} } };

describe('a question whose answer is held back', () => {
  it('may be answered anew, and says until when', async () => {
    const given = { answers: [answer('choice', [0])] };
    const held = attempt(['choice'], { ...inClass({ held_back_step_ids: ['choice'] }), ...given });
    serveAttempt({ now: held }, PLACE);
    const { unmount } = renderApp(ADDRESS);
    expect(
      await screen.findByText('You may change it until your teacher shows the right answer.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Store the answer' })).toBeVisible();
    unmount();
    serveAttempt({ now: attempt(['choice'], { ...inClass(), ...given }) }, PLACE);
    renderApp(ADDRESS);
    await screen.findByRole('region', { name: 'Class' });
    expect(screen.queryByRole('button', { name: 'Store the answer' })).toBeNull();
  });
});

describe('an experiment of the class', () => {
  it('offers to compute an experiment of the teacher in the tab, and begins only then', async () => {
    const { id, ...given } = experiment({ axes: [], seedCount: 1 });
    const running = { ...given, id, name: 'Rates', status: 'running', is_mine: false };
    const shown = { now: attempt(['words'], inClass({ experiment_id: id })) };
    const calls = serveAttempt(shown, {
      ...PLACE,
      'GET /api/experiments/*': { body: running },
      'POST /api/remote-work/experiments/*/tabs': {
        body: { token: 'labwork_x', expires_at: '2030-01-01T00:00:00Z' },
      },
      'POST /api/remote-work/claims': {
        body: { batch: null, ask_again_s: 60, reason: 'No batch is waiting.' },
      },
    });
    const { user } = renderApp(ADDRESS);
    const part = within(await screen.findByRole('region', { name: 'Experiment of the class' }));
    expect(part.getByRole('link', { name: 'Rates' })).toBeVisible();
    const asked = () => calls.filter(({ route }) => route.includes('remote-work'));
    expect(asked()).toEqual([]);
    await user.click(part.getByLabelText('Compute in this tab'));
    expect(await part.findByText(/No batch is waiting/)).toBeVisible();
    expect(asked()).toHaveLength(2);
  });
});
