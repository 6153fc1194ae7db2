import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import {
  CLASS_ADDRESS,
  CLASS_ID,
  classAnswer,
  classroom,
  serveClass,
  stepBoard,
  student,
  studentStep,
} from '#tests/classFixtures';
import { renderApp } from '#tests/renderApp';

import '../ClassPage';
import '../wall/WallPage';
import '@/steps/Prose';

const patches = (calls: ReturnType<typeof serveClass>) =>
  calls.filter(({ route }) => route.startsWith('PATCH')).map(({ body }) => body);

describe('a student’s panel', () => {
  it('has answers and evidence, takes feedback with points, and lets in', async () => {
    const choice = stepBoard('choice', { answers: [{ ...classAnswer(1, 0), is_right: false }] });
    const calls = serveClass(
      {
        now: classroom(['choice']),
        boards: [choice],
        students: [student(1, { is_approved: false })],
      },
      {
        [`PATCH /api/classes/${CLASS_ID}/students/*`]: { body: {} },
        [`PUT /api/classes/${CLASS_ID}/students/*/feedback/*`]: { body: {} },
      },
    );
    const { user } = renderApp(CLASS_ADDRESS);
    await user.click(await screen.findByRole('button', { name: /^Ada, waits to be let in/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Ada' }));
    expect(await panel.findByText('The link')).toHaveTextContent('The link ✗ not right');
    await user.click(panel.getByRole('button', { name: 'Let in' }));
    await user.type(panel.getByRole('textbox', { name: /^Feedback on/ }), 'Look again');
    const points = panel.getByRole('textbox', { name: 'Points for What limits it?, 0 to 2' });
    await user.type(points, '3');
    expect(panel.getByRole('button', { name: 'Give' })).toBeDisabled();
    await user.clear(points);
    await user.type(points, '1');
    await user.click(panel.getByRole('button', { name: 'Give' }));
    expect(await panel.findByText('Given.')).toBeVisible();
    expect(patches(calls)).toEqual([{ is_approved: true }]);
    expect(calls.find(({ route }) => route.startsWith('PUT'))?.body).toEqual({
      text: 'Look again',
      points: 1,
    });
  });
});

describe('grading by question', () => {
  it('lists all answers with points beside each, and keeps those just graded in sight', async () => {
    const open = [2, 3].map((number) => classAnswer(number, [1]));
    const graded = { ...classAnswer(1, [0]), is_right: false, points: 0 };
    const shown = {
      now: classroom(['choice']),
      boards: [stepBoard('choice', { answers: [graded, ...open] })],
    };
    const calls = serveClass(shown, {
      [`GET /api/classes/${CLASS_ID}/steps/*`]: () => ({ body: shown.boards[0] }),
      [`PUT /api/classes/${CLASS_ID}/students/*/feedback/*`]: (_, body) => {
        const { text, points } = body as { text: string; points: number };
        const feedback = [{ student_id: 's3', text, points }];
        shown.boards = [stepBoard('choice', { answers: [graded, ...open], feedback })];
        return { body: {} };
      },
    });
    const { user } = renderApp(CLASS_ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Grade the answers' }));
    const panel = within(screen.getByRole('dialog', { name: 'Answers to What limits it?' }));
    expect(panel.getByText(/^3 answers, 2 without points/)).toBeVisible();
    await user.click(panel.getByRole('checkbox', { name: /^Only those/ }));
    expect(panel.getAllByRole('heading', { level: 3 })).toHaveLength(2);
    const points = panel.getByRole('textbox', {
      name: 'Points for What limits it? of Chi, 0 to 2',
    });
    await user.type(points, '1.5');
    await user.click(panel.getAllByRole('button', { name: 'Give' }).at(-1) ?? points);
    expect(await panel.findByText(/^3 answers, 1 without points/)).toBeVisible();
    expect(panel.getAllByRole('heading', { level: 3 })).toHaveLength(2);
    const put = calls.find(({ route }) => route.startsWith('PUT'));
    expect(put?.route).toMatch(/students\/s3\/feedback\/choice$/);
    expect(put?.body).toEqual({ text: '', points: 1.5 });
  });
});

describe('points that are held back', () => {
  it('are kept until the teacher releases all, and every form says so', async () => {
    const shown = {
      now: classroom(['choice'], { holds_back_points: true }),
      boards: [stepBoard('choice', { answers: [classAnswer(1, [1])] })],
    };
    const calls = serveClass(shown, {
      [`GET /api/classes/${CLASS_ID}/steps/*`]: () => ({ body: shown.boards[0] }),
      [`PUT /api/classes/${CLASS_ID}/students/*/feedback/*`]: (_, body) => {
        const { text, points } = body as { text: string; points: number };
        const feedback = [{ student_id: 's1', text, points }];
        shown.boards = [stepBoard('choice', { answers: [classAnswer(1, [1])], feedback })];
        return { body: {} };
      },
    });
    const { user } = renderApp(`${CLASS_ADDRESS}?show=class`);
    await user.click(await screen.findByRole('button', { name: 'Grade the answers' }));
    const panel = within(screen.getByRole('dialog', { name: 'Answers to What limits it?' }));
    expect(panel.getByText(/once you release them\.$/)).toBeVisible();
    await user.type(panel.getByRole('textbox', { name: /^Points for/ }), '1');
    await user.click(panel.getByRole('button', { name: 'Give' }));
    expect(await panel.findByText('Kept until you release the points.')).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Release the points' }));
    await user.click(screen.getByRole('button', { name: 'Release' }));
    await waitFor(() => expect(patches(calls)).toEqual([{ holds_back_points: false }]));
  });
});

describe('feedback sent to a student', () => {
  it('stands beside a run too, can be changed and taken back', async () => {
    const shown = {
      now: classroom(['run']),
      boards: [
        stepBoard('run', { feedback: [{ student_id: 's1', text: 'Look closer', points: null }] }),
      ],
      students: [student(1, { steps: { run: studentStep('done') } })],
    };
    const calls = serveClass(shown, {
      [`GET /api/classes/${CLASS_ID}/steps/*`]: () => ({ body: shown.boards[0] }),
      [`PUT /api/classes/${CLASS_ID}/students/*/feedback/*`]: (_, body) => {
        const { text, points } = body as { text: string; points: number | null };
        const feedback = text === '' ? [] : [{ student_id: 's1', text, points }];
        shown.boards = [stepBoard('run', { feedback })];
        return { body: {} };
      },
    });
    const { user } = renderApp(CLASS_ADDRESS);
    await user.click(await screen.findByRole('button', { name: /^Ada: show answers/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Ada' }));
    const field = await panel.findByRole('textbox', { name: /^Feedback on/ });
    expect(field).toHaveValue('Look closer');
    expect(panel.getByRole('button', { name: 'Change' })).toBeDisabled();
    await user.type(field, ' at the queue');
    await user.click(panel.getByRole('button', { name: 'Change' }));
    expect(await panel.findByText('Given.')).toBeVisible();
    expect(field).toHaveValue('Look closer at the queue');
    await user.clear(field);
    await user.click(panel.getByRole('button', { name: 'Take back' }));
    expect(await panel.findByText('Taken back.')).toBeVisible();
    const given = calls.filter(({ route }) => route.startsWith('PUT')).map(({ body }) => body);
    expect(given).toEqual([
      { text: 'Look closer at the queue', points: null },
      { text: '', points: null },
    ]);
  });
});

describe('a link for teachers', () => {
  it('makes this browser one of a teacher, and leaves the address', async () => {
    const calls = serveClass(
      { now: classroom(['words']) },
      { [`POST /api/classes/${CLASS_ID}/teachers`]: { body: classroom(['words']) } },
    );
    const { user, router } = renderApp(`${CLASS_ADDRESS}#teacher=s3cret`);
    await user.type(await screen.findByRole('textbox', { name: /^Your name/ }), 'Mr Ito');
    await user.click(screen.getByRole('button', { name: 'Teach this class' }));
    await screen.findByRole('heading', { name: 'Why?', level: 2 });
    expect(router.state.location.hash).toBe('');
    expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toEqual({
      teacher_key: 's3cret',
      name: 'Mr Ito',
    });
  });

  it('that is void says so', async () => {
    const body = { title: 'Not found', detail: 'There is no such class for you.' };
    serveClass(
      { now: classroom(['words']) },
      { [`GET /api/classes/${CLASS_ID}`]: { status: 404, body } },
    );
    renderApp(CLASS_ADDRESS);
    expect(await screen.findByText(body.detail)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See my classes' })).toBeVisible();
  });
});
