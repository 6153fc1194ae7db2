import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { ADDRESS, answer, attempt, labRun, serveAttempt } from '#tests/labFixtures';
import { renderApp } from '#tests/renderApp';

import '../attempt/AttemptPage';
import '@/steps/Prose';

const bodies = (calls: ReturnType<typeof serveAttempt>, start: string) =>
  calls.filter(({ route }) => route.startsWith(start)).map(({ body }) => body);

describe('the steps of a lab', () => {
  it('are listed with what is done and what waits', async () => {
    serveAttempt({
      now: attempt(['read', 'number', 'run'], { answers: [answer('number', 700)] }),
    });
    renderApp(`${ADDRESS}?step=run`);
    const list = within(await screen.findByRole('complementary', { name: 'Steps' }));
    const [read, number, shown] = list.getAllByRole('listitem');
    expect(read).toHaveTextContent('Readdone');
    expect(number).toHaveTextContent('Guess the RTTdone');
    expect(shown).not.toHaveTextContent('waits');
    expect(list.getByRole('link', { current: 'page' })).toHaveTextContent('Run it');
  });

  it('begin with the first that is not done, and are walked by buttons and arrows', async () => {
    serveAttempt({ now: attempt(['number', 'words', 'read'], { answers: [answer('number', 7)] }) });
    const { user, router } = renderApp(ADDRESS);
    await screen.findByRole('heading', { name: 'Why?' });
    await user.click(screen.getByRole('button', { name: /^Next/ }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Read' })).toHaveFocus());
    await user.keyboard('{ArrowLeft}');
    await screen.findByRole('heading', { name: 'Why?' });
    expect(router.state.location.search).toEqual({ step: 'words' });
  });

  it('show Markdown with formulas and no raw HTML', async () => {
    serveAttempt({ now: attempt(['read']) });
    const { container } = renderApp(ADDRESS);
    expect((await screen.findByText('rate')).tagName).toBe('STRONG');
    expect(container.querySelector('math')).not.toBeNull();
    expect(container.querySelector('main b')).toBeNull();
  });

  it('of another browser say so', async () => {
    const body = { title: 'Not yours', detail: 'It belongs to another browser.' };
    serveAttempt({ now: attempt([]) }, { 'GET /api/lab-attempts/*': { status: 403, body } });
    renderApp(ADDRESS);
    expect(await screen.findByText('It belongs to another browser.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all labs' })).toHaveAttribute('href', '/labs');
  });
});

describe('a prediction', () => {
  it('of a number is stored with its unit, and can be changed', async () => {
    const shown = { now: attempt(['number', 'run']) };
    const calls = serveAttempt(shown, {
      'PUT /api/lab-attempts/*/answers/number': () => {
        shown.now = attempt(['number', 'run'], { answers: [answer('number', 700)] });
        return { body: shown.now };
      },
    });
    // Without a step in the address: storing does not lead on by itself.
    const { user } = renderApp(ADDRESS);
    const field = await screen.findByRole('textbox', { name: 'Guess the RTT, in ms' });
    const store = screen.getByRole('button', { name: 'Store the prediction' });
    expect(store).toBeDisabled();
    expect(screen.getByText(/until “Run it” is run; then it is final/)).toBeVisible();
    await user.type(field, 'many');
    expect(screen.getByRole('alert')).toHaveTextContent('“many” is not a number.');
    expect(store).toBeDisabled();
    await user.clear(field);
    await user.type(field, '700');
    await user.click(store);
    expect(await screen.findByText('Stored.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Guess the RTT' })).toBeVisible();
    expect(bodies(calls, 'PUT')).toEqual([{ answer: 700 }]);
    expect(field).toBeEnabled();
  });

  it('of one of several is a group of radio buttons', async () => {
    const now = attempt(['pick', 'run']);
    const calls = serveAttempt({ now }, { 'PUT /api/lab-attempts/*/answers/pick': { body: now } });
    const { user } = renderApp(`${ADDRESS}?step=pick`);
    await user.click(await screen.findByRole('radio', { name: 'The mouse' }));
    await user.click(screen.getByRole('button', { name: 'Store the prediction' }));
    await waitFor(() => expect(bodies(calls, 'PUT')).toEqual([{ answer: 1 }]));
  });

  it('of an order is moved by buttons, and says where things are', async () => {
    const now = attempt(['order', 'run']);
    const calls = serveAttempt({ now }, { 'PUT /api/lab-attempts/*/answers/order': { body: now } });
    const { user } = renderApp(`${ADDRESS}?step=order`);
    const up = await screen.findByRole('button', { name: 'Move Mouse up' });
    await user.click(up);
    expect(screen.getByText('Mouse is now 1 of 2')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Store the prediction' }));
    await waitFor(() => expect(bodies(calls, 'PUT')).toEqual([{ answer: [1, 0] }]));
  });

  it('of a curve is drawn by keyboard, joined between the squares', async () => {
    const now = attempt(['curve', 'run']);
    const calls = serveAttempt({ now }, { 'PUT /api/lab-attempts/*/answers/curve': { body: now } });
    const { user } = renderApp(`${ADDRESS}?step=curve`);
    const pad = await screen.findByRole('group', {
      name: 'Draw it: Congestion window of elephant, packets',
    });
    const [first, second] = await within(pad).findAllByRole('slider');
    expect(first).toHaveAttribute('aria-valuetext', '0 s: nothing yet');
    expect(second).toHaveAttribute('tabindex', '-1');
    first?.focus();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('button', { name: 'Store the prediction' })).toBeDisabled();
    await user.keyboard('{ArrowRight}{End}');
    expect(second).toHaveFocus();
    expect(second).toHaveAttribute('aria-valuetext', '0.333 s: 100 packets');
    await user.click(screen.getByRole('button', { name: 'Store the prediction' }));
    await waitFor(() => expect(bodies(calls, 'PUT')).toHaveLength(1));
    const [body] = bodies(calls, 'PUT') as { answer: [number, number][] }[];
    expect(body?.answer).toHaveLength(3);
    expect(body?.answer[0]).toEqual([0, 2500]);
    expect(body?.answer[1]?.[1]).toBeCloseTo(51_250);
    expect(body?.answer.at(-1)?.[1]).toBe(100_000);
  });

  it('is final once its run exists', async () => {
    const mark = { is_right: false, measured: 733.5278 };
    serveAttempt({
      now: attempt(['number', 'run'], {
        answers: [answer('number', 30, mark)],
        runs: [labRun('run')],
      }),
    });
    renderApp(`${ADDRESS}?step=number`);
    expect(await screen.findByText('You predicted 30 ms, the run measured 734 ms.')).toBeVisible();
    expect(screen.getByText('✗ Not right.')).toBeVisible();
    expect(screen.getByText(/so the prediction can no longer be changed/)).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('that came too late says what the service says', async () => {
    const body = { title: 'Wrong state', detail: 'What is right has been shown.' };
    serveAttempt(
      { now: attempt(['number', 'run']) },
      { 'PUT /api/lab-attempts/*/answers/number': { status: 409, body } },
    );
    const { user } = renderApp(`${ADDRESS}?step=number`);
    await user.type(await screen.findByRole('textbox'), '7');
    await user.click(screen.getByRole('button', { name: 'Store the prediction' }));
    expect(await screen.findByText('What is right has been shown.')).toBeVisible();
  });
});

describe('a question', () => {
  it('in words can be stored again', async () => {
    const shown = { now: attempt(['words'], { answers: [answer('words', 'Because.')] }) };
    const calls = serveAttempt(shown, {
      'PUT /api/lab-attempts/*/answers/words': () => ({ body: shown.now }),
    });
    const { user } = renderApp(ADDRESS);
    const field = await screen.findByRole('textbox', { name: 'Your answer: Why?' });
    expect(field).toHaveValue('Because.');
    expect(screen.getByText('Stored.')).toBeVisible();
    await user.type(field, ' So.');
    await user.click(screen.getByRole('button', { name: 'Store the answer' }));
    await waitFor(() => expect(bodies(calls, 'PUT')).toEqual([{ answer: 'Because. So.' }]));
  });

  it('with a choice is final, and says whether it is right', async () => {
    const shown = { now: attempt(['choice']) };
    serveAttempt(shown, {
      'PUT /api/lab-attempts/*/answers/choice': (_, body) => {
        expect(body).toEqual({ answer: [1] });
        const mark = { is_right: true, measured: null };
        shown.now = attempt(['choice'], { answers: [answer('choice', [1], mark)] });
        return { body: shown.now };
      },
    });
    const { user } = renderApp(ADDRESS);
    await user.click(await screen.findByRole('checkbox', { name: 'The window' }));
    await user.click(screen.getByRole('button', { name: 'Store the answer' }));
    expect(await screen.findByText('✓ Right.')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'The window' })).toBeDisabled();
  });
});

describe('what is not stored yet', () => {
  it('survives another step and a reload, and is forgotten once it is stored', async () => {
    const shown = { now: attempt(['words', 'read']) };
    serveAttempt(shown, {
      'PUT /api/lab-attempts/*/answers/words': () => {
        shown.now = attempt(['words', 'read'], { answers: [answer('words', 'The queue.')] });
        return { body: shown.now };
      },
    });
    const first = renderApp(`${ADDRESS}?step=words`);
    await first.user.type(
      await screen.findByRole('textbox', { name: 'Your answer: Why?' }),
      'The queue.',
    );
    await first.user.click(screen.getByRole('button', { name: /^Next/ }));
    await screen.findByRole('heading', { name: 'Read' });
    expect(Object.keys(window.sessionStorage).join()).toContain('draft');
    first.unmount();
    const again = renderApp(`${ADDRESS}?step=words`);
    expect(await screen.findByRole('textbox', { name: 'Your answer: Why?' })).toHaveValue(
      'The queue.',
    );
    await again.user.click(screen.getByRole('button', { name: 'Store the answer' }));
    expect(await screen.findByText('Stored.')).toBeVisible();
    expect(Object.keys(window.sessionStorage).join()).not.toContain('draft');
  });

  it('is stored by itself once the lab answers again', async () => {
    const shown = { now: attempt(['words']) };
    let isThere = false;
    const calls = serveAttempt(shown, {
      'PUT /api/lab-attempts/*/answers/words': () => {
        if (!isThere) return { status: 503, body: 'down' };
        shown.now = attempt(['words'], { answers: [answer('words', 'The queue.')] });
        return { body: shown.now };
      },
    });
    const { user } = renderApp(ADDRESS);
    await user.type(
      await screen.findByRole('textbox', { name: 'Your answer: Why?' }),
      'The queue.',
    );
    await user.click(screen.getByRole('button', { name: 'Store the answer' }));
    expect(await screen.findByText(/stored as soon as the lab answers/)).toBeVisible();
    isThere = true;
    expect(await screen.findByText('Stored.', {}, { timeout: 10_000 })).toBeVisible();
    expect(bodies(calls, 'PUT')).toHaveLength(2);
  });
});
