import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { GoalTried } from '@/api/classes/labDocuments';
import { EDITOR, labDocument, serveDocument, type Kept } from '#tests/labDocuments';
import { renderApp } from '#tests/renderApp';

// The page is a chunk of its own: fetched before the clock of a test runs.
import '../LabEditorPage';

const goal = (changes: Partial<GoalTried> = {}): GoalTried => ({
  step_id: 'goal',
  title: 'Tune it',
  settings: { 'bottleneck.buffer.amount': 8 },
  seed: 1,
  seed_count: 20,
  known_count: 20,
  reached_count: 20,
  is_reached: true,
  is_reached_as_given: false,
  open_count: 0,
  failed_count: 0,
  ...changes,
});

async function publishing(goals: GoalTried[], more = {}, kept: Kept = { now: labDocument() }) {
  kept.goals = goals;
  const calls = serveDocument(kept, more);
  const { user } = renderApp(EDITOR);
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish' }));
  return { calls, user, dialog };
}

describe('goals before a lab is published', () => {
  it('are said to be reached, with the solution and the seeds', async () => {
    const { dialog, user, calls } = await publishing([goal({ reached_count: 18 })]);
    expect(await dialog.findByText('Step 4, Tune it: reached in 18 of 20 seeds')).toBeVisible();
    expect(await dialog.findByText('The solution: Buffer 8 packets.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Publish version 1' }));
    expect(await dialog.findByText(/Version 1 is published/)).toBeVisible();
    expect(calls.some(({ url }) => url.search.includes('accepts_unreached=false'))).toBe(true);
  });

  it('warn where the solution misses with the seed of students', async () => {
    const missed = goal({ reached_count: 3, is_reached: false });
    const { dialog, user, calls } = await publishing([missed]);
    expect(
      await dialog.findByText(/It is missed with seed 1, which every student gets/),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Publish version 1 all the same' }));
    expect(await dialog.findByText(/Version 1 is published/)).toBeVisible();
    expect(calls.some(({ url }) => url.search.includes('accepts_unreached=true'))).toBe(true);
  });

  it('are reported as no task where nothing has to be changed', async () => {
    const { dialog } = await publishing([goal({ is_reached_as_given: true })]);
    expect(await dialog.findByText(/students have nothing to find/)).toBeVisible();
  });

  it('are tried once by opening the dialog where nothing is known', async () => {
    const untried = goal({
      known_count: 0,
      reached_count: 0,
      is_reached: null,
      is_reached_as_given: null,
    });
    let begun = 0;
    const kept: Kept = { now: labDocument() };
    const begin = () => {
      begun += 1;
      kept.goals = [goal()];
      return { status: 202, body: goal() };
    };
    const route = 'POST /api/lab-documents/*/goals/goal/runs';
    const { dialog } = await publishing([untried], { [route]: begin }, kept);
    expect(await dialog.findByText('Step 4, Tune it: reached in 20 of 20 seeds')).toBeVisible();
    expect(begun).toBe(1);
  });

  it('say why they could not be tried, and try again', async () => {
    const failed = goal({
      known_count: 0,
      is_reached: null,
      is_reached_as_given: null,
      failed_count: 21,
    });
    let begun = 0;
    const { dialog, user } = await publishing([failed], {
      'POST /api/lab-documents/*/goals/goal/runs': () => {
        begun += 1;
        return { status: 429, body: { title: 'Too much', detail: 'Wait a minute.' } };
      },
    });
    await user.click(await dialog.findByRole('button', { name: 'Try the goals again' }));
    expect(await dialog.findByText('Wait a minute.')).toBeVisible();
    expect(begun).toBe(1);
  });
});
