import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import {
  CLASS_ADDRESS,
  CLASS_ID,
  classroom,
  serveClass,
  student,
  studentStep,
} from '#tests/classFixtures';
import { FakeEventSource } from '#tests/fakeApi';
import { renderApp } from '#tests/renderApp';

import '../ClassPage';
import '../wall/WallPage';
import '@/steps/Prose';

const patches = (calls: ReturnType<typeof serveClass>) =>
  calls.filter(({ route }) => route.startsWith('PATCH')).map(({ body }) => body);

describe('the bar of a teacher', () => {
  it('pauses, hides names and continues by keys, as by buttons', async () => {
    const calls = serveClass({ now: classroom(['read', 'words'], { paced_step_id: 'read' }) });
    const { user, router } = renderApp(CLASS_ADDRESS);
    await screen.findByRole('heading', { name: 'Read', level: 2 });
    expect(await screen.findByText('A lab, step 1 of 2, 3 students')).toBeVisible();
    await user.keyboard('p');
    expect(await screen.findByRole('button', { name: /^Resume/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await user.keyboard('a');
    await screen.findByRole('button', { name: /^Names hidden/ });
    await user.keyboard('{ArrowRight}');
    await screen.findByRole('heading', { name: 'Why?', level: 2 });
    expect(screen.getByRole('button', { name: /^Next step/ })).toBeDisabled();
    await waitFor(() =>
      expect(patches(calls)).toEqual([
        { is_paused: true },
        { is_anonymous: true },
        { paced_step_id: 'words' },
      ]),
    );
    expect(router.state.location.search).toEqual({ step: 'words' });
  });

  it('takes presses one after the other, however slow the answers are', async () => {
    const shown = { now: classroom(['read']) };
    const waiting: (() => void)[] = [];
    const calls = serveClass(shown, {
      [`PATCH /api/classes/${CLASS_ID}`]: (_, body) =>
        new Promise((resolve) => {
          waiting.push(() => {
            shown.now = { ...shown.now, ...(body as object) };
            resolve({ body: shown.now });
          });
        }),
    });
    const { user } = renderApp(CLASS_ADDRESS);
    await screen.findByRole('button', { name: /^Names shown/ });
    await user.keyboard('p');
    await screen.findByRole('button', { name: /^Resume/ });
    await user.keyboard('a');
    await screen.findByRole('button', { name: /^Names hidden/ });
    await waitFor(() => expect(waiting).toHaveLength(1));
    // The answer to the pause knows nothing of the names, nor does what the stream asks for.
    waiting[0]?.();
    FakeEventSource.opened
      .at(-1)
      ?.say('change', { work_revision: 1, control_revision: 2, wall_revision: 1 });
    await waitFor(() => expect(waiting).toHaveLength(2));
    expect(screen.getByRole('button', { name: /^Names hidden/ })).toBeVisible();
    await user.keyboard('a');
    await screen.findByRole('button', { name: /^Names shown/ });
    waiting[1]?.();
    await waitFor(() => expect(waiting).toHaveLength(3));
    waiting[2]?.();
    await waitFor(() => expect(shown.now.is_anonymous).toBe(false));
    expect(patches(calls)).toEqual([
      { is_paused: true },
      { is_anonymous: true },
      { is_anonymous: false },
    ]);
    expect(screen.getByRole('button', { name: /^Names shown/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Resume/ })).toBeVisible();
  });

  it('lets everybody go at their own pace, and gathers them again', async () => {
    const calls = serveClass({ now: classroom(['read', 'words'], { paced_step_id: 'words' }) });
    const { user } = renderApp(CLASS_ADDRESS);
    await user.click(await screen.findByRole('radio', { name: 'Own pace' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Own pace' })).toBeChecked());
    await user.click(screen.getByRole('radio', { name: 'All together' }));
    await waitFor(() =>
      expect(patches(calls)).toEqual([
        { paced_step_id: null, wall_step_id: 'words' },
        { paced_step_id: 'words' },
      ]),
    );
  });

  it('takes the wall along at their own pace, and leaves it where it is on opening', async () => {
    const calls = serveClass({
      now: classroom(['read', 'words', 'choice'], { wall_step_id: 'words' }),
    });
    const { user, unmount } = renderApp(CLASS_ADDRESS);
    await screen.findByRole('heading', { name: 'Why?', level: 2 });
    await user.keyboard('{ArrowRight}');
    await screen.findByRole('heading', { name: 'What limits it?', level: 2 });
    await user.click(screen.getByRole('link', { name: '1 Read' }));
    await screen.findByRole('heading', { name: 'Read', level: 2 });
    await waitFor(() =>
      expect(patches(calls)).toEqual([{ wall_step_id: 'choice' }, { wall_step_id: 'read' }]),
    );
    unmount();
    const others = serveClass({ now: classroom(['read', 'words'], { wall_step_id: 'words' }) });
    renderApp(`${CLASS_ADDRESS}?step=read`);
    await screen.findByRole('heading', { name: 'Read', level: 2 });
    expect(patches(others)).toEqual([]);
  });

  it('shows the code large, locks it and makes another', async () => {
    const shown = { now: classroom(['read']) };
    const calls = serveClass(shown, {
      [`POST /api/classes/${CLASS_ID}/code`]: () => {
        shown.now = { ...shown.now, code: 'JAIN-9001' };
        return { body: shown.now };
      },
    });
    const { user } = renderApp(CLASS_ADDRESS);
    await user.click(await screen.findByRole('button', { name: /QUEUE-4217, show it large$/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Join this class' }));
    expect(sheet.getByRole('img', { name: /QR code of .*\/join\/QUEUE-4217$/ })).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'Lock' }));
    expect(await sheet.findByText('Locked: new students cannot join.')).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'New code' }));
    expect(await sheet.findByText('JAIN-9001')).toBeVisible();
    expect(patches(calls)).toEqual([{ is_locked: true }]);
  });

  it('says why a change was refused', async () => {
    const body = { title: 'Over', detail: 'The class has ended.' };
    serveClass(
      { now: classroom(['read']) },
      { [`PATCH /api/classes/${CLASS_ID}`]: { status: 409, body } },
    );
    const { user } = renderApp(CLASS_ADDRESS);
    await user.click(await screen.findByRole('button', { name: /^Pause/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The class has ended.');
  });
});

describe('the grid', () => {
  it('has a column for each student, who needs the teacher first, and says where they are', async () => {
    const students = [
      student(1, { steps: { words: studentStep('right') } }),
      student(2, { at_step_id: 'words', asks_help: true }),
      student(3, { at_step_id: 'words', is_stuck: true }),
    ];
    serveClass({ now: classroom(['words']), students });
    renderApp(CLASS_ADDRESS);
    const grid = within(await screen.findByRole('region', { name: 'Students by steps' }));
    const cells = within(grid.getByRole('row', { name: /Why\?/ })).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      '?asks for help',
      '!stuck',
      '✓right',
    ]);
    expect(grid.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Ben',
      'Chi',
      'Ada',
    ]);
    expect(screen.getByText('asks for help (1)')).toBeVisible();
  });

  it('counts on one line who is at each step, and names who needs the teacher', async () => {
    const students = [
      student(1, { at_step_id: 'read', steps: { words: studentStep('right') } }),
      student(2, { at_step_id: 'words', asks_help: true, is_stuck: true }),
      student(3, { at_step_id: 'words', is_stuck: true }),
    ];
    serveClass({ now: classroom(['read', 'words']), students });
    const { user } = renderApp(CLASS_ADDRESS);
    const strip = within(
      await screen.findByRole('navigation', { name: 'How many are at each step' }),
    );
    expect(strip.getByRole('link', { name: 'Step 1, Read: 1 student here, 0 done' })).toBeVisible();
    expect(strip.getByText('Ask for help:').closest('p')).toHaveTextContent(/^Ask for help: Ben$/);
    expect(strip.getByText('Stuck:').closest('p')).toHaveTextContent(/^Stuck: Chi$/);
    await user.click(strip.getByRole('link', { name: 'Step 2, Why?: 2 students here, 1 done' }));
    expect(await screen.findByRole('heading', { name: 'Why?', level: 2 })).toBeVisible();
    await user.click(strip.getByRole('button', { name: 'Chi' }));
    expect(await screen.findByRole('dialog', { name: 'Chi' })).toBeVisible();
  });

  it('is asked for again when the class has worked, over one stream', async () => {
    const students = [student(1)];
    serveClass({ now: classroom(['words']), students });
    renderApp(CLASS_ADDRESS);
    await screen.findByText('A lab, step 1 of 1, 1 student');
    const [stream, ...others] = FakeEventSource.opened;
    expect(stream?.url).toBe(`/api/classes/${CLASS_ID}/events`);
    expect(others).toEqual([]);
    students.push(student(2));
    stream?.say('change', { work_revision: 9, control_revision: 1 });
    expect(await screen.findByText('A lab, step 1 of 1, 2 students')).toBeVisible();
  });

  it('names who left and joined again, and who share a browser', async () => {
    const students = [
      student(1, { shares_browser_with: [3] }),
      student(2, { rejoin_count: 1 }),
      student(3, { shares_browser_with: [1] }),
    ];
    serveClass({ now: classroom(['words']), students });
    renderApp(CLASS_ADDRESS);
    expect(await screen.findByText('Left and joined again: Ben (2).')).toBeVisible();
    expect(screen.getByText('In one browser: Ada (1), Chi (3).')).toBeVisible();
  });

  it('says what to do while no student has joined', async () => {
    serveClass({ now: classroom(['words']), students: [] });
    renderApp(CLASS_ADDRESS);
    expect(await screen.findByText(/No student has joined yet. Show the class code/)).toBeVisible();
  });
});
