import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { ADDRESS, answer, attempt, attemptClass, serveAttempt } from '#tests/labFixtures';
import { renderApp } from '#tests/renderApp';

import './AttemptPage';
import '@/steps/Prose';

const inClass = (changes = {}) => ({ classroom: attemptClass(changes) });
const PLACE = { 'PUT /api/lab-attempts/*/place': { body: {} } };

describe('a question whose answer is held back', () => {
  it('may be answered anew, and says until when', async () => {
    const given = { answers: [answer('choice', [0])] };
    const held = attempt(['choice'], { ...inClass({ held_back_step_ids: ['choice'] }), ...given });
    serveAttempt({ now: held }, PLACE);
    const { unmount } = renderApp(ADDRESS);
    expect(
      await screen.findByText('You may change it until your teacher shows what is right.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Store the answer' })).toBeVisible();
    unmount();
    serveAttempt({ now: attempt(['choice'], { ...inClass(), ...given }) }, PLACE);
    renderApp(ADDRESS);
    await screen.findByRole('region', { name: 'Class' });
    expect(screen.queryByRole('button', { name: 'Store the answer' })).toBeNull();
  });
});
