import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { CLASS_ADDRESS, CLASS_ID, classroom, serveClass } from '#tests/classFixtures';
import { renderApp } from '#tests/renderApp';

import './ClassPage';
import '@/steps/Prose';

describe('the timer of a teacher', () => {
  const TIMER = `/api/classes/${CLASS_ID}/timer`;

  it('starts with minutes as people write them, runs, and is stopped', async () => {
    const shown = { now: classroom(['words']) };
    const ends_at = new Date(Date.now() + 90_000).toISOString();
    const timer = { step_id: 'words', ends_at, pauses_at_end: true };
    const calls = serveClass(shown, {
      [`PUT ${TIMER}`]: () => ({ body: (shown.now = { ...shown.now, timer }) }),
      [`DELETE ${TIMER}`]: () => ({ body: (shown.now = { ...shown.now, timer: null }) }),
    });
    const { user } = renderApp(CLASS_ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Timer' }));
    const minutes = screen.getByRole('textbox', { name: /^Minutes for/ });
    await user.clear(minutes);
    await user.type(minutes, '0,1');
    expect(screen.getByRole('button', { name: 'Start' })).toBeDisabled();
    await user.clear(minutes);
    await user.type(minutes, '1,5');
    await user.click(screen.getByRole('checkbox', { name: 'Pause the class when time is up' }));
    await user.click(screen.getByRole('button', { name: 'Start' }));
    const running = await screen.findByRole('button', { name: /^1:\d\d left$/ });
    expect(calls.find(({ route }) => route === `PUT ${TIMER}`)?.body).toEqual({
      step_id: 'words',
      seconds: 90,
      pauses_at_end: true,
    });
    await user.click(running);
    await user.click(screen.getByRole('button', { name: 'Stop the timer' }));
    expect(await screen.findByRole('button', { name: 'Timer' })).toBeVisible();
  });
});
