import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { stepsOf, textAt } from '@/analysis/labs/draft';
import { run, scenario } from '#tests/fixtures';
import { DOCUMENT_ID, EDITOR, labDocument } from '#tests/labDocuments';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

interface Written {
  readonly draft: Record<string, unknown>;
  readonly revision?: number;
}

async function opened(listed: readonly object[]) {
  const calls = serveRuns([run({ name: 'My run', seed: 7 })], {
    'GET /api/lab-documents': { body: listed },
    'GET /api/lab-documents/*': { body: labDocument() },
    'PUT /api/lab-documents/*': { body: labDocument({ revision: 2 }) },
    'POST /api/lab-documents': { status: 201, body: labDocument() },
    'GET /api/schema/scenario': { body: {} },
  });
  const view = renderApp(`/runs/${run().id}`);
  const [button] = await screen.findAllByText('Use in a lab');
  if (button === undefined) throw new Error('There is no button for it.');
  await view.user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Use in a lab' }));
  const sent = (method: string) =>
    calls.find(({ route }) => route.startsWith(`${method} /api/lab-documents`))?.body as Written;
  return { ...view, dialog, sent };
}

describe('a run that is used in a lab', () => {
  it('comes behind the steps of one of my labs, and the editor opens at it', async () => {
    const listed = { id: DOCUMENT_ID, title: 'Bufferbloat', step_count: 4, version_number: null };
    const { dialog, user, router, sent } = await opened([
      { ...listed, updated_at: '2026-11-20T17:00:00Z' },
    ]);
    expect(await dialog.findByRole('radio', { name: /Bufferbloat/ })).toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Add the step and edit' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(EDITOR));
    expect(router.state.location.search).toEqual({ step: 'run-2' });
    const { draft, revision } = sent('PUT');
    expect(revision).toBe(1);
    expect(
      stepsOf(draft)
        .map((step) => textAt(step, 'id'))
        .at(-1),
    ).toBe('run-2');
    expect(stepsOf(draft).at(-1)).toMatchObject({
      kind: 'run',
      title: 'My run',
      seed: 7,
      scenario: scenario(),
    });
  });

  it('begins a new lab under the title that is typed', async () => {
    const { dialog, user, router, sent } = await opened([]);
    const title = await dialog.findByRole('textbox', { name: 'Title' });
    await user.clear(title);
    await user.type(title, 'Mine');
    await user.click(dialog.getByRole('button', { name: 'Add the step and edit' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(EDITOR));
    expect(sent('POST').draft).toMatchObject({ title: 'Mine', steps: [{ id: 'run' }] });
  });
});
