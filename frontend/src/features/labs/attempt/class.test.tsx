import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { FakeEventSource } from '#tests/fakeApi';
import { run } from '#tests/fixtures';
import {
  ADDRESS,
  answer,
  attempt,
  attemptClass,
  ATTEMPT_ID,
  classMap,
  labRun,
  RUN_ID,
  serveAttempt,
} from '#tests/labFixtures';
import { renderApp } from '#tests/renderApp';
import { noteRecoveryCode } from '@/state/justJoined';

import './AttemptPage';
import '../SheetPages';
import '@/steps/Prose';

const inClass = (changes = {}) => ({ classroom: attemptClass(changes) });
const PLACE = { 'PUT /api/lab-attempts/*/place': { body: {} } };
const bar = async () => within(await screen.findByRole('region', { name: 'Class' }));

describe('the bar of a class', () => {
  it('leads to the solutions once they are given out', async () => {
    const shown = { now: attempt(['words'], inClass({ is_closed: true })) };
    serveAttempt(shown, PLACE);
    const first = renderApp(ADDRESS);
    await bar();
    expect(screen.queryByRole('link', { name: 'Solutions' })).toBeNull();
    first.unmount();
    shown.now = attempt(['words'], inClass({ is_closed: true, has_solutions: true }));
    serveAttempt(shown, {
      ...PLACE,
      'GET /api/lab-attempts/*/solutions': { text: '# A lab\n\nReached with 8 packets.' },
    });
    const { user } = renderApp(ADDRESS);
    await user.click(await screen.findByRole('link', { name: 'Solutions' }));
    expect(await screen.findByText('Reached with 8 packets.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'To your lab' })).toBeVisible();
  });

  it('says which class it is and who one is, and where one looks', async () => {
    const calls = serveAttempt({ now: attempt(['words'], inClass()) }, PLACE);
    renderApp(ADDRESS);
    const shown = await bar();
    expect(shown.getByText('Networks, Monday')).toBeVisible();
    expect(shown.getByRole('button', { name: /^Quick Otter, number 7/ })).toBeVisible();
    await waitFor(() =>
      expect(calls.find(({ route }) => route.endsWith('/place'))?.body).toEqual({
        step_id: 'words',
      }),
    );
  });

  it('asks for help and takes it back', async () => {
    const shown = { now: attempt(['words'], inClass()) };
    const calls = serveAttempt(shown, {
      ...PLACE,
      'PUT /api/lab-attempts/*/help': (_, body) => {
        const { asks } = body as { asks: boolean };
        shown.now = attempt(['words'], inClass({ asks_help: asks }));
        return { body: {} };
      },
    });
    const { user } = renderApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Ask for help' }));
    const back = await screen.findByRole('button', { name: 'I no longer need help' });
    expect(back).toHaveAttribute('aria-pressed', 'true');
    await user.click(back);
    await screen.findByRole('button', { name: 'Ask for help' });
    expect(calls.filter(({ route }) => route.endsWith('/help')).map(({ body }) => body)).toEqual([
      { asks: true },
      { asks: false },
    ]);
  });

  it('is changed live by the teacher, over one stream', async () => {
    const shown = { now: attempt(['words'], inClass()) };
    serveAttempt(shown, PLACE);
    const { user } = renderApp(ADDRESS);
    await user.type(await screen.findByRole('textbox'), 'Because');
    expect(screen.getByRole('button', { name: 'Store the answer' })).toBeEnabled();
    const [stream, ...others] = FakeEventSource.opened;
    expect(stream?.url).toMatch(/\/api\/classes\/[\w-]+\/events\?of=control&attempt=[\w-]+$/);
    expect(others).toEqual([]);
    shown.now = attempt(['words'], inClass({ is_paused: true }));
    stream?.say('change', { work_revision: 1, control_revision: 2 });
    const state = (await bar()).getByRole('status');
    await waitFor(() => expect(state).toHaveTextContent('Your teacher has paused the class.'));
    expect(screen.getByRole('button', { name: 'Store the answer' })).toBeDisabled();
    expect(screen.getByRole('textbox')).toHaveValue('Because');
  });

  it('shares its stream with the run of a step', async () => {
    const progress = { simulated_s: 4, duration_s: 10, sample_count: 40 };
    const now = attempt(['run'], { ...inClass(), runs: [labRun('run', { status: 'running' })] });
    serveAttempt(
      { now },
      { ...PLACE, 'GET /api/runs/*': { body: run({ status: 'running', result: null, progress }) } },
    );
    renderApp(ADDRESS);
    await screen.findByText('4 s of 10 s simulated');
    await waitFor(() => expect(FakeEventSource.opened.at(-1)?.url).toMatch(/&run=[\w-]+$/));
    const held = FakeEventSource.opened.filter(({ isClosed }) => !isClosed);
    expect(held).toHaveLength(1);
    const state = { seq: 3, attempt: 1, error: null, simulated_s: 7, duration_s: 10 };
    act(() =>
      held[0]?.say('progress', {
        run_id: RUN_ID,
        status: 'running',
        sample_count: 70,
        ...state,
      }),
    );
    expect(await screen.findByText('7 s of 10 s simulated')).toBeVisible();
  });

  it.each([
    [{ is_closed: true }, 'The class has ended'],
    [{ is_approved: false }, 'Your teacher has to let you in'],
    [{ paced_step_id: 'words' }, 'The class is at step 1, Why?'],
  ])('says what holds: %j', async (changes, words) => {
    serveAttempt({ now: attempt(['words', 'read'], inClass(changes)) }, PLACE);
    renderApp(ADDRESS);
    expect((await bar()).getByRole('status')).toHaveTextContent(words);
  });

  it('keeps steps shut that the class has not come to', async () => {
    const now = attempt(['read', 'words'], inClass({ paced_step_id: 'read' }));
    serveAttempt({ now }, PLACE);
    const { user } = renderApp(ADDRESS);
    const list = within(await screen.findByRole('complementary', { name: 'Steps' }));
    const link = list.getByRole('link', { name: /Why\?/ });
    expect(link).toHaveTextContent('not open yet');
    await user.click(link);
    expect(await screen.findByText('This step is not open yet.')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('shows what the teacher says to an answer, with points', async () => {
    const feedback = [{ step_id: 'words', text: 'Look at the queue.', points: 1 }];
    const now = attempt(['words'], {
      ...inClass({ feedback }),
      answers: [answer('words', 'Luck')],
    });
    serveAttempt({ now }, PLACE);
    renderApp(ADDRESS);
    expect(await screen.findByText('Look at the queue.')).toBeVisible();
    expect(screen.getByText('From your teacher: 1 of 0 points')).toBeVisible();
  });

  it('lets one rename and leave for good, and says when all is deleted', async () => {
    const calls = serveAttempt(
      { now: attempt(['words'], inClass()) },
      {
        ...PLACE,
        'PUT /api/lab-attempts/*/alias': { body: {} },
        'DELETE /api/lab-attempts/*': { status: 204 },
        'GET /api/labs': { body: [] },
        'GET /api/lab-attempts': { body: [] },
      },
    );
    const { user, router } = renderApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: /^Quick Otter/ }));
    expect(screen.getByText(/is deleted on 22 January 2027/)).toBeVisible();
    const alias = screen.getByRole('textbox', { name: /Your alias/ });
    await user.clear(alias);
    await user.type(alias, 'Ada');
    await user.click(screen.getByRole('button', { name: 'Rename' }));
    await waitFor(() =>
      expect(calls.find(({ route }) => route.endsWith('/alias'))?.body).toEqual({ alias: 'Ada' }),
    );
    await user.click(screen.getByRole('button', { name: /^Delete everything about me/ }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/labs'));
  });

  it('shows a student who has just joined the recovery code, until it is dismissed', async () => {
    noteRecoveryCode(ATTEMPT_ID, 'OTTER-8K2M-P4QX');
    serveAttempt({ now: attempt(['words'], inClass()) }, PLACE);
    const { user } = renderApp(ADDRESS);
    const field = await screen.findByRole('textbox', { name: 'Recovery code' });
    expect(field).toHaveValue('OTTER-8K2M-P4QX');
    await user.click(screen.getByRole('button', { name: 'I have it' }));
    expect(screen.queryByRole('textbox', { name: 'Recovery code' })).toBeNull();
  });
});

describe('a map', () => {
  it('is filled cell by cell, by choices or by the keys of the map', async () => {
    const shown = { now: attempt(['map'], inClass()) };
    const calls = serveAttempt(shown, {
      ...PLACE,
      'GET /api/lab-attempts/*/maps/map': { body: classMap() },
      'POST /api/lab-attempts/*/steps/map/runs': () => {
        shown.now = attempt(['map'], { ...inClass(), runs: [labRun('map')] });
        return { status: 201, body: run() };
      },
    });
    const { user } = renderApp(ADDRESS);
    const map = await screen.findByRole('application', {
      name: 'Goodput of the elephant, Mbit/s: 4 runs in 2 of 6 cells, means from 4.20 to 6.10.',
    });
    expect(
      await screen.findAllByText(
        'RTT 20 ms, Buffer 10 packets: 4.20 (3.90 to 4.50), 3 runs, one of them yours',
      ),
    ).not.toEqual([]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'RTT, ms' }), '40');
    map.focus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(screen.getByRole('combobox', { name: 'Buffer, packets' })).toHaveDisplayValue('100');
    await user.click(screen.getByRole('button', { name: 'Run this cell' }));
    expect(await screen.findByText('1 of your runs is done.')).toBeVisible();
    expect(calls.find(({ route }) => route.endsWith('/steps/map/runs'))?.body).toEqual({
      settings: { 'flows.0.rtt_s': 0.04, 'bottleneck.buffer.amount': 100 },
    });
  });

  it('says so where no student has run a cell, and why one was not run', async () => {
    const body = { title: 'Paused', detail: 'The class is paused. Wait for your teacher.' };
    serveAttempt(
      { now: attempt(['map']) },
      {
        'GET /api/lab-attempts/*/maps/map': { body: classMap({ cells: [], mine: [] }) },
        'POST /api/lab-attempts/*/steps/map/runs': { status: 409, body },
      },
    );
    const { user } = renderApp(ADDRESS);
    expect(
      await screen.findByRole('application', { name: /no cell has been run yet/ }),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Run this cell' }));
    expect(await screen.findByText(body.detail)).toBeVisible();
  });
});
