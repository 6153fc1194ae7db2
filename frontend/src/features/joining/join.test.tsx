import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Answer, Responder } from '#tests/fakeApi';
import { attempt, attemptClass, ATTEMPT_ID, serveAttempt } from '#tests/labFixtures';
import { renderApp } from '#tests/renderApp';

import './JoinPage';

const CLASS = {
  name: 'Networks, Monday',
  lab_title: 'Bufferbloat at home',
  sections: [],
  needs_identifier: false,
  is_open: true,
  reason: null,
  here: [],
};
const JOINED = {
  class_id: 'c',
  attempt_id: ATTEMPT_ID,
  alias: 'Quick Otter',
  number: 7,
  recovery_code: 'OTTER-8K2M-P4QX',
  is_approved: true,
};

function serve(found: object, more: Record<string, Answer | Responder> = {}) {
  return serveAttempt(
    { now: attempt(['read'], { classroom: attemptClass() }) },
    {
      'GET /api/class-codes/*': { body: { ...CLASS, ...found } },
      'POST /api/class-joins': { body: JOINED },
      'PUT /api/lab-attempts/*/place': { body: {} },
      ...more,
    },
  );
}

const joins = (calls: ReturnType<typeof serve>) =>
  calls.filter(({ route }) => route.startsWith('POST')).map(({ body }) => body);

describe('joining a class', () => {
  it('takes a typed code and two presses', async () => {
    const calls = serve({});
    const { user, router } = renderApp('/join');
    await user.type(
      await screen.findByRole('textbox', { name: /^Code of the class/ }),
      'queue 4217',
    );
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Networks, Monday' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/join/QUEUE-4217');
    expect(screen.queryByRole('textbox', { name: /identifier/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Join' }));
    expect(await screen.findByRole('textbox', { name: 'Recovery code' })).toHaveValue(
      'OTTER-8K2M-P4QX',
    );
    expect(router.state.location.pathname).toBe(`/labs/attempts/${ATTEMPT_ID}`);
    expect(joins(calls)).toEqual([{ code: 'QUEUE-4217', is_another_person: false }]);
  });

  it('takes partners at the same device, each with an alias and an identifier', async () => {
    const calls = serve({ needs_identifier: true });
    const { user } = renderApp('/join/QUEUE-4217');
    await user.type(await screen.findByRole('textbox', { name: /^Your alias/ }), 'Ada');
    await user.type(screen.getByRole('textbox', { name: /^Your identifier/ }), 's1');
    await user.click(screen.getByRole('button', { name: 'Work with a partner at this device' }));
    await user.type(screen.getByRole('textbox', { name: 'Your partner’s alias' }), 'Ben');
    await user.type(screen.getByRole('textbox', { name: 'Your partner’s identifier' }), 's2');
    await user.click(screen.getByRole('button', { name: 'Add another partner' }));
    await user.click(screen.getByRole('button', { name: 'Remove partner 2' }));
    await user.click(screen.getByRole('button', { name: 'Join' }));
    await screen.findByRole('textbox', { name: 'Recovery code' });
    const [body] = joins(calls);
    expect(body).toMatchObject({ alias: 'Ada', partners: [{ alias: 'Ben', identifier: 's2' }] });
  });

  it('asks for what the class asks for', async () => {
    const calls = serve({ sections: ['A', 'B'], needs_identifier: true });
    const { user } = renderApp('/join/QUEUE-4217');
    const join = await screen.findByRole('button', { name: 'Join' });
    expect(join).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: /^Your alias/ }), 'Ada');
    await user.type(screen.getByRole('textbox', { name: /^Your identifier/ }), ' s123 ');
    expect(join).toBeDisabled();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Your section' }), 'B');
    await user.click(join);
    await screen.findByRole('heading', { name: 'Read' });
    const body = { code: 'QUEUE-4217', alias: 'Ada', identifier: 's123', section: 'B' };
    expect(joins(calls)).toEqual([{ ...body, is_another_person: false }]);
  });

  it('asks whether it is the student who joined in this browser before', async () => {
    const here = [{ attempt_id: ATTEMPT_ID, alias: 'Ada', number: 1 }];
    const calls = serve({ here });
    const { user, unmount } = renderApp('/join/QUEUE-4217');
    const goOn = await screen.findByRole('link', { name: 'Continue as Ada (1)' });
    expect(goOn).toHaveAttribute('href', `/labs/attempts/${ATTEMPT_ID}`);
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'I am someone else' }));
    await user.type(screen.getByRole('textbox', { name: /^Your alias/ }), 'Ben');
    await user.click(screen.getByRole('button', { name: 'Join' }));
    await screen.findByRole('heading', { name: 'Read' });
    expect(joins(calls)).toEqual([{ code: 'QUEUE-4217', alias: 'Ben', is_another_person: true }]);
    unmount();
    serve({ here, is_open: false, reason: 'Locked.' });
    renderApp('/join/QUEUE-4217');
    expect(await screen.findByRole('link', { name: 'Continue as Ada (1)' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I am someone else' })).toBeNull();
  });

  it('says why joining is closed, and why a student was refused', async () => {
    serve({
      is_open: false,
      reason: 'Your teacher has locked the class. Ask for it to be opened.',
    });
    const { unmount } = renderApp('/join/QUEUE-4217');
    expect(await screen.findByText(/has locked the class/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
    unmount();
    const body = { title: 'Refused', detail: 'Check the identifier.' };
    serve({ needs_identifier: true }, { 'POST /api/class-joins': { status: 409, body } });
    const { user } = renderApp('/join/QUEUE-4217');
    await user.type(await screen.findByRole('textbox', { name: /^Your identifier/ }), 'x');
    await user.click(screen.getByRole('button', { name: 'Join' }));
    expect(await screen.findByText('Check the identifier.')).toBeVisible();
  });

  it('says that a code is unknown, and asks for another', async () => {
    const body = { title: 'Unknown code', detail: 'No class has the code QUEUE-1.' };
    serve({}, { 'GET /api/class-codes/*': { status: 404, body } });
    const { user } = renderApp('/join/queue1');
    expect(await screen.findByText('QUEUE-1 did not open a class')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Type another code' }));
    expect(await screen.findByRole('heading', { name: 'Join a class' })).toBeVisible();
  });

  it('continues from another device', async () => {
    const calls = serve({}, { 'POST /api/class-recoveries': { body: JOINED } });
    const { user } = renderApp('/join/QUEUE-4217');
    await user.click(await screen.findByRole('link', { name: 'I have a recovery code' }));
    await user.type(await screen.findByRole('textbox', { name: /^Recovery code/ }), 'OLD-1');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { name: 'Read' });
    expect(joins(calls)).toEqual([{ code: 'QUEUE-4217', recovery_code: 'OLD-1' }]);
  });
});
