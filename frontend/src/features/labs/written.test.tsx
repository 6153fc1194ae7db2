import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { fakeApi, type Answer, type Responder } from '#tests/fakeApi';
import { DOCUMENT_ID, DRAFT, EDITOR, labDocument } from '#tests/labDocuments';
import { ATTEMPT_ID, attempt } from '#tests/labFixtures';
import { renderApp } from '#tests/renderApp';
import { scenarioSchema } from '#tests/scenarioSchema';

// The pages are chunks of their own: fetched before the clock of a test runs.
import './LabPage';
import './LabsPage';
import './attempt/AttemptPage';

const LISTED = {
  id: DOCUMENT_ID,
  title: 'Bufferbloat',
  step_count: 4,
  updated_at: '2026-11-20T17:00:00Z',
  version_number: 2,
};

function serve(more: Record<string, Answer | Responder> = {}) {
  return fakeApi({
    'GET /api/runs': { body: { items: [], next_cursor: null } },
    'GET /api/labs': { body: [] },
    'GET /api/lab-attempts': { body: [] },
    'GET /api/lab-documents': { body: [LISTED] },
    'POST /api/lab-documents': { status: 201, body: labDocument() },
    'GET /api/lab-documents/*': { body: labDocument() },
    'GET /api/schema/scenario': { body: scenarioSchema() },
    'GET /api/algorithms': { body: [] },
    ...more,
  });
}
const section = async () => within(await screen.findByRole('region', { name: 'Labs you write' }));
const posted = (calls: ReturnType<typeof serve>) =>
  calls.find(({ route }) => route === 'POST /api/lab-documents')?.body;

describe('the labs that one writes', () => {
  it('are listed with their version, and edited', async () => {
    serve();
    renderApp('/labs');
    const labs = await section();
    expect(await labs.findByText(/^4 steps, version 2 published, changed/)).toBeVisible();
    expect(labs.getByRole('link', { name: 'Edit Bufferbloat' })).toHaveAttribute('href', EDITOR);
    expect(labs.getByRole('link', { name: 'Page of Bufferbloat' })).toHaveAttribute(
      'href',
      `/labs/${DOCUMENT_ID}`,
    );
  });

  it('begin empty, as a copy of a shipped one, and from a file', async () => {
    const shipped = { id: 'bloat', title: 'Shipped', summary: '', goals: [], minutes: 9 };
    const calls = serve({
      'GET /api/labs': { body: [{ ...shipped, step_count: 3 }] },
      'GET /api/lab-documents': { body: [] },
    });
    const { user, router } = renderApp('/labs');
    const labs = await section();
    expect(await labs.findByText(/^None yet/)).toBeVisible();
    await user.click(labs.getByRole('button', { name: 'Copy a lab' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Copy a lab' }));
    await user.click(await dialog.findByRole('button', { name: /Shipped/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe(EDITOR));
    expect(posted(calls)).toEqual({ copy_of: 'bloat' });
  });

  it('refuse a file that holds no lab, and take one that does', async () => {
    const calls = serve();
    const { user, router } = renderApp('/labs');
    const labs = await section();
    const input = labs.getByLabelText('File of a lab');
    await user.upload(input, new File(['{"flows": []}'], 'x.json', { type: 'application/json' }));
    expect(await labs.findByRole('alert')).toHaveTextContent('x.json could not be opened');
    expect(posted(calls)).toBeUndefined();
    const text = JSON.stringify({ lab: DRAFT });
    await user.upload(input, new File([text], 'y.json', { type: 'application/json' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(EDITOR));
    expect(posted(calls)).toEqual({ draft: DRAFT });
  });

  it('are exported as a file with a stable text', async () => {
    serve();
    let saved: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved = blob as Blob;
      return 'blob:x';
    });
    const { user } = renderApp('/labs');
    await user.click(await (await section()).findByRole('button', { name: 'Export Bufferbloat' }));
    await waitFor(() => expect(saved).toBeDefined());
    const text = await saved?.text();
    expect(text).toMatch(/^\{\n {2}"version": 1,\n {2}"title": "Bufferbloat",\n/);
    expect(text).toMatch(/\}\n$/);
  });

  it('say why they could not be loaded', async () => {
    const body = { title: 'Away', detail: 'The database is away.' };
    serve({ 'GET /api/lab-documents': { status: 503, body } });
    renderApp('/labs');
    const note = await (await section()).findByRole('alert');
    expect(note).toHaveTextContent('Your labs could not be loaded');
    expect(within(note).getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the page behind a link to a lab', () => {
  const LAB = {
    id: DOCUMENT_ID,
    title: 'Bufferbloat',
    summary: '',
    goals: ['Compute the delay'],
    minutes: 20,
    step_count: 4,
  };

  it('says what the lab is about, and begins it', async () => {
    serve({
      'GET /api/labs/*': { body: LAB },
      'POST /api/labs/*/attempts': { status: 201, body: attempt(['read']) },
      'GET /api/lab-attempts/*': { body: attempt(['read']) },
    });
    const { user, router } = renderApp(`/labs/${DOCUMENT_ID}`);
    expect(await screen.findByText('4 steps, about 20 minutes')).toBeVisible();
    expect(screen.getByText('Compute the delay')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Begin' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/labs/attempts/${ATTEMPT_ID}`),
    );
  });

  it('says that there is no such lab, or that it is not published', async () => {
    const detail = 'There is no lab x, or it has not been published yet.';
    serve({ 'GET /api/labs/*': { status: 404, body: { title: 'Not found', detail } } });
    renderApp('/labs/x');
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all labs' })).toBeVisible();
  });
});
