import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { CLASS_ADDRESS, CLASS_ID, classroom, serveClass } from '#tests/classFixtures';
import { renderApp } from '#tests/renderApp';
import '@/steps/Prose';

import './ClassesPage';
import './ClassPage';
import { allRecoveryFile, readRecoveryFile, recoveryFile } from './settings/recoveryFile';
import { readSettingsFile, settingsFile } from './settings/settingsFile';

const LISTED = {
  id: CLASS_ID,
  name: 'Networks, Monday',
  lab_title: 'A lab',
  code: 'QUEUE-4217',
  student_count: 24,
  created_at: '2026-11-20T12:00:00Z',
  closes_at: '2026-12-20T12:00:00Z',
  closed_at: null,
};
const OTHER = {
  ...LISTED,
  id: '00000000-0000-7000-8000-0000000000c2',
  name: 'Networks, Tuesday',
};
const LAB = { id: 'a-lab', title: 'A lab', summary: '', goals: [], minutes: 40, step_count: 1 };

function serve(more: Parameters<typeof serveClass>[1] = {}) {
  return serveClass(
    { now: classroom(['words']) },
    { 'GET /api/classes': { body: [] }, 'GET /api/labs': { body: [LAB] }, ...more },
  );
}

describe('the classes of a teacher', () => {
  it('are listed with lab, students and end', async () => {
    serve({ 'GET /api/classes': { body: [LISTED] } });
    renderApp('/classes');
    const link = await screen.findByRole('link', { name: 'Networks, Monday' });
    expect(link).toHaveAttribute('href', `/classes/${CLASS_ID}`);
    expect(screen.getByText('A lab, 24 students, closes on 20 December 2026')).toBeVisible();
  });

  it('say so where there is none, and why they could not be loaded', async () => {
    serve();
    const { unmount } = renderApp('/classes');
    expect(await screen.findByText('None in this browser yet.')).toBeVisible();
    unmount();
    const body = { title: 'Away', detail: 'The database is away.' };
    serve({ 'GET /api/classes': { status: 503, body } });
    renderApp('/classes');
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
  });

  it('are opened with a lab and a name; sections and identifiers are lines', async () => {
    const calls = serve({
      'POST /api/classes': { body: { classroom: classroom(['words']), teacher_key: 's3cret' } },
    });
    const { user, router } = renderApp('/classes');
    await screen.findByRole('option', { name: 'A lab, about 40 min' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Lab' }), 'a-lab');
    const open = screen.getByRole('button', { name: 'Open the class' });
    expect(open).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: /^Name of the class/ }), 'Monday');
    await user.type(screen.getByRole('textbox', { name: /^Your name/ }), ' Ms Lee ');
    await user.click(screen.getByText('Sections, identifiers, approval, answers'));
    await user.type(screen.getByRole('textbox', { name: /^Sections/ }), 'A\n\n B ');
    await user.type(screen.getByRole('textbox', { name: /^Identifiers/ }), 's1\ns2');
    expect(screen.getByText(/^2 identifiers\./)).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /^Students see their points once/ }));
    await user.click(open);
    // The key is shown once, with the class.
    await user.click(await screen.findByText(/^Show the link for teachers/));
    const link = screen.getByRole('textbox', { name: 'Link for teachers' });
    expect(link).toHaveDisplayValue(/\/classes\/[0-9a-f-]+#teacher=s3cret$/);
    expect(router.state.location.pathname).toBe(`/classes/${CLASS_ID}`);
    expect(calls.find(({ route }) => route === 'POST /api/classes')?.body).toEqual({
      lab_id: 'a-lab',
      name: 'Monday',
      teacher_name: 'Ms Lee',
      sections: ['A', 'B'],
      identifiers: ['s1', 's2'],
      needs_approval: false,
      holds_back_right: false,
      holds_back_points: true,
      shows_solutions: false,
    });
  });

  it('come back by a recovery file', async () => {
    serve();
    const { user, router } = renderApp('/classes');
    const input = await screen.findByLabelText(/From a recovery file/);
    await user.upload(input, new File(['{}'], 'other.json', { type: 'application/json' }));
    expect(
      await screen.findByText('other.json is not the recovery file of a class.'),
    ).toBeVisible();
    const text = recoveryFile(classroom(['words']), 'link', 's3cret');
    await user.upload(input, new File([text], 'class.json', { type: 'application/json' }));
    await waitFor(() => expect(router.state.location.hash).toBe('teacher=s3cret'));
    expect(await screen.findByRole('heading', { name: 'Teach this class' })).toBeVisible();
  });

  it('go all into one file with new keys, and one that gives none is named', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:saved';
    });
    const calls = serve({
      'GET /api/classes': { body: [LISTED, OTHER] },
      'POST /api/classes/*/teacher-key': ({ pathname }) =>
        pathname.includes(OTHER.id)
          ? { status: 403, body: { title: 'No', detail: 'This browser does not teach it.' } }
          : { body: { teacher_key: 'n3w' } },
    });
    const { user } = renderApp('/classes');
    await user.click(await screen.findByRole('button', { name: 'One recovery file for all' }));
    expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Make and save' }));
    expect(await screen.findByText(/^Networks, Tuesday: This browser/)).toBeVisible();
    expect(readRecoveryFile((await saved[0]?.text()) ?? '')).toEqual([
      { id: CLASS_ID, name: LISTED.name, teacherKey: 'n3w' },
    ]);
  });

  it('come back all at once by the file of all', async () => {
    const keys = [LISTED, OTHER].map(({ id, name }) => ({ id, name, teacherKey: `k-${name}` }));
    const calls = serve({ 'POST /api/classes/*/teachers': { body: classroom(['words']) } });
    const { user, router } = renderApp('/classes');
    const input = await screen.findByLabelText(/From a recovery file/);
    const file = new File([allRecoveryFile(keys)], 'classes.json', { type: 'application/json' });
    await user.upload(input, file);
    expect(await screen.findByText('2 classes are now in this browser')).toBeVisible();
    expect(router.state.location.pathname).toBe('/classes');
    const posted = calls.filter(({ route }) => route.startsWith('POST'));
    expect(posted.map(({ route, body }) => [route, body])).toEqual(
      keys.map(({ id, teacherKey }) => [
        `POST /api/classes/${id}/teachers`,
        { teacher_key: teacherKey },
      ]),
    );
  });
});

describe('the settings of a class', () => {
  const earlier = classroom(['words'], {
    sections: ['A', 'B'],
    needs_approval: true,
    shows_solutions: true,
    most_students: 30,
  });

  it('open a new class with its lab and its rules, and none of its students', async () => {
    const calls = serve({
      'POST /api/classes': { body: { classroom: classroom(['words']), teacher_key: 's3cret' } },
    });
    const { user } = renderApp('/classes');
    const field = await screen.findByLabelText(/^From the settings of an earlier class/);
    await user.upload(field, new File([settingsFile(earlier, [])], 'last-year.json'));
    expect(await screen.findByText('A lab, as it is in the file')).toBeVisible();
    const name = screen.getByRole('textbox', { name: /^Name of the class/ });
    expect(name).toHaveValue('Networks, Monday');
    await user.clear(name);
    await user.type(name, 'Networks, next year');
    await user.click(screen.getByRole('button', { name: 'Open the class' }));
    await waitFor(() => {
      const sent = calls.find(({ route }) => route === 'POST /api/classes')?.body;
      expect(sent).toMatchObject({
        name: 'Networks, next year',
        lab_id: 'a-lab',
        lab: earlier.lab,
        sections: ['A', 'B'],
        identifiers: [],
        needs_approval: true,
        shows_solutions: true,
        most_students: 30,
      });
      expect(sent).not.toHaveProperty('students');
    });
  });

  it('have names only where a teacher wants them, and are distinguished from other files', () => {
    const plain = settingsFile(earlier, null);
    expect(plain).not.toContain('"students"');
    expect(readSettingsFile(plain)).toMatchObject({ lab_id: 'a-lab', lab: earlier.lab });
    for (const wrong of ['', '[]', '{"kind": "class-recovery"}', '{"kind": "class-settings"}']) {
      expect(readSettingsFile(wrong)).toBeNull();
    }
  });
});

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
