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
import { experiment } from '#tests/experimentFixtures';
import { renderApp } from '#tests/renderApp';

import '../ClassPage';

const PANEL = `${CLASS_ADDRESS}?show=class`;

describe('who is in a class', () => {
  it('is bounded, and an identifier that was left is freed', async () => {
    const now = classroom(['words'], { has_identifiers: true, left_identifiers: [2] });
    const calls = serveClass(
      { now },
      { [`POST /api/classes/${CLASS_ID}/identifiers/2/free`]: { body: classroom(['words']) } },
    );
    const { user } = renderApp(PANEL);
    const most = await screen.findByRole('textbox', { name: 'Most students of the class' });
    await user.type(most, '40');
    await user.tab();
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Let 2 join again' }));
    expect(await screen.findByText('Students type no identifier.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Let 2 join again' })).toBeNull();
    const patches = calls.filter(({ route }) => route.startsWith('PATCH'));
    expect(patches.map(({ body }) => body)).toEqual([{ most_students: 40 }]);
  });

  it('is removed in one go, after a question', async () => {
    const worked = student(1, { steps: { words: studentStep('done') } });
    const students = [worked, student(2), student(3)];
    const calls = serveClass(
      { now: classroom(['words']), students },
      { [`POST /api/classes/${CLASS_ID}/students/removals`]: { body: {} } },
    );
    const { user } = renderApp(PANEL);
    await user.click(await screen.findByText('Remove several students'));
    await user.click(screen.getByRole('button', { name: 'Choose all who have done nothing' }));
    expect(screen.getByRole('checkbox', { name: 'Ada (1)' })).not.toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Chi (3)' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Remove 2 students' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(calls.find(({ route }) => route.endsWith('removals'))?.body).toEqual({
      student_ids: ['s2', 's3'],
    });
  });
});

describe('what a class computes', () => {
  it('gives the class an experiment that is running, and takes it back', async () => {
    const made = (id: string, name: string, status: 'running' | 'done') => ({
      ...experiment({ axes: [], seedCount: 1 }),
      ...{ id, name, status },
    });
    const items = [made('e1', 'Rates', 'running'), made('e2', 'Over', 'done')];
    const calls = serveClass(
      { now: classroom(['read']) },
      {
        'GET /api/experiments': { body: { items, next_cursor: null } },
        'GET /api/experiments/*': { body: items[0] },
      },
    );
    const { user } = renderApp(PANEL);
    const chosen = await screen.findByRole('combobox', { name: 'Experiment' });
    await within(chosen).findByRole('option', { name: 'Rates' });
    expect(within(chosen).queryByRole('option', { name: 'Over' })).toBeNull();
    await user.selectOptions(chosen, 'Rates');
    expect(await screen.findByRole('link', { name: 'Rates' })).toBeVisible();
    await user.selectOptions(chosen, 'None');
    await waitFor(() =>
      expect(
        calls.filter(({ route }) => route.startsWith('PATCH')).map(({ body }) => body),
      ).toEqual([{ experiment_id: 'e1' }, { experiment_id: null }]),
    );
  });
});
