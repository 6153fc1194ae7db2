import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';

import { stepsOf, textAt } from '@/analysis/labs/draft';
import { DOCUMENT_ID, EDITOR, labDocument, serveDocument, type Kept } from '#tests/labDocuments';
import { attempt } from '#tests/labFixtures';
import { renderApp } from '#tests/renderApp';

// The pages are chunks of their own: fetched before the clock of a test runs.
import './LabEditorPage';
import '@/steps/Prose';

const kept = (changes = {}): Kept => ({ now: labDocument(changes) });
const titles = ({ now }: Kept) => stepsOf(now.draft).map((step) => textAt(step, 'title'));

async function opened(of: Kept, address = EDITOR, more = {}) {
  const calls = serveDocument(of, more);
  const view = renderApp(address);
  await screen.findByRole('button', { name: 'Publish' });
  return { calls, ...view };
}
const step = (name: RegExp) =>
  within(screen.getByRole('navigation', { name: 'Steps' })).getByRole('button', { name });
/** Each test waits for it at its end: pending changes would be written into the next one. */
const saved = () =>
  waitFor(() => expect(screen.getByText('saved')).toBeVisible(), { timeout: 5000 });

// jsdom lays nothing out.
beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

describe('the editor of a lab', () => {
  it('keeps what is typed by itself, and undoes it', async () => {
    const lab = kept();
    const { user } = await opened(lab);
    const title = screen.getByRole('textbox', { name: 'Title' });
    await user.type(title, ' at home');
    expect(screen.getByText('not saved yet')).toBeVisible();
    await saved();
    expect(lab.now.draft.title).toBe('Bufferbloat at home');
    await user.keyboard('{Control>}z{/Control}');
    expect(title).toHaveValue('Bufferbloat');
    await waitFor(() => expect(lab.now.draft.title).toBe('Bufferbloat'), { timeout: 5000 });
  });

  it('shows the step as students see it while it is written', async () => {
    const { user } = await opened(kept());
    await user.click(step(/Read/));
    const text = screen.getByRole('textbox', { name: 'Text' });
    await user.clear(text);
    await user.type(text, 'Of *delay* <b>raw</b>');
    const preview = within(screen.getByRole('region', { name: 'As students see it' }));
    expect((await preview.findByText('delay')).tagName).toBe('EM');
    expect(preview.getByText(/<b>raw/)).toBeVisible();
    await saved();
  });

  it('says which steps wait for which predictions', async () => {
    const { user } = await opened(kept({ waits_for: { run: ['number'], goal: ['number'] } }));
    await user.click(step(/Tune it/));
    expect(
      await screen.findByText(/^It runs once students have stored step 2 “Guess the RTT”/),
    ).toBeVisible();
    await user.click(step(/Guess the RTT/));
    expect(await screen.findByText(/^Steps 3 “Run it”, 4 “Tune it” wait until/)).toBeVisible();
  });

  it('adds, duplicates, moves and deletes steps, and brings a deleted one back', async () => {
    const lab = kept();
    const { user } = await opened(lab, `${EDITOR}?step=read`);
    await user.keyboard('n');
    await user.click(screen.getByRole('button', { name: /^Question/ }));
    expect(await screen.findByRole('heading', { name: /Step 2 of 5/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Duplicate' }));
    await user.click(screen.getByRole('button', { name: 'Move this step up' }));
    expect(screen.getByText('Why? is now step 2 of 6')).toBeInTheDocument();
    step(/Tune it/).focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await saved();
    expect(titles(lab)).toEqual(['Read', 'Why?', 'Why?', 'Guess the RTT', 'Tune it', 'Run it']);

    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.getByText(/“Tune it” was deleted/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Bring it back' }));
    await saved();
    expect(titles(lab)).toContain('Tune it');
    const ids = stepsOf(lab.now.draft).map((each) => textAt(each, 'id'));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('adds a prediction together with its run where no run follows', async () => {
    const lab = kept();
    const { user } = await opened(lab, `${EDITOR}?step=goal`);
    await user.keyboard('n');
    await user.click(screen.getByRole('button', { name: /^Prediction/ }));
    expect(screen.getByText('Prediction and its run added as steps 5 and 6')).toBeInTheDocument();
    await saved();
    const [prediction, run] = stepsOf(lab.now.draft).slice(-2);
    expect([textAt(prediction, 'kind'), textAt(run, 'kind')]).toEqual(['prediction', 'run']);
    expect(textAt(prediction, 'about')).toBe(textAt(run, 'id'));
    expect(textAt(run, 'id')).toBe('run-2');
  });

  it('shows what is wrong at its field, in a list that leads there, and at the step', async () => {
    const lab = kept({
      problems: [
        {
          path: 'steps.1.prediction.measured',
          pointer: '/steps/1/prediction/measured',
          message: 'steps.1.prediction.measured is x; it cannot be used: there is no metric x',
          value: 'x',
          bound: null,
        },
      ],
    });
    const { user } = await opened(lab);
    expect(step(/Guess the RTT/)).toHaveTextContent('to be fixed');
    const list = within(screen.getByRole('region', { name: '1 thing to fix' }));
    await user.click(list.getByRole('button', { name: /^Step 2, Guess the RTT: Measured number/ }));
    const field = await screen.findByRole('textbox', { name: 'Measured number' });
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(field).toHaveAccessibleDescription(/It cannot be used: there is no metric x\./);

    await user.type(field, ' ');
    await saved();
    expect(field).not.toHaveAttribute('aria-invalid');
  });

  it('offers the metrics of the flows where an expression is written', async () => {
    const lab = kept();
    const { user } = await opened(lab, `${EDITOR}?step=goal`);
    const goal = screen.getByRole('textbox', { name: 'Goal' });
    await user.clear(goal);
    await user.click(screen.getByRole('button', { name: 'Insert a metric: Goal' }));
    await user.type(screen.getByRole('textbox', { name: 'Find a metric' }), 'mouse rtt mean');
    await user.click(screen.getByRole('button', { name: /flow\["mouse"\]\.mean_rtt_s/ }));
    expect(goal).toHaveValue('flow["mouse"].mean_rtt_s');
    expect(goal).toHaveFocus();
    expect(screen.getByText('mouse: RTT, mean')).toBeVisible();
    await saved();
  });

  it('opens fields in the units of people, and sets the solution among them', async () => {
    const lab = kept();
    const { user } = await opened(lab, `${EDITOR}?step=goal`);
    const open = within(screen.getByRole('region', { name: 'Open fields' }));
    await user.selectOptions(
      await open.findByRole('combobox', { name: 'Open a field' }),
      'bottleneck.delay_s',
    );
    const delay = within(open.getByRole('group', { name: /delay/i }));
    const to = delay.getByRole('textbox', { name: /^To:/ });
    await user.clear(to);
    await user.type(to, '12.5');
    await user.type(screen.getByRole('textbox', { name: /^Solution: .*delay/i }), '12');
    await user.click(open.getByRole('button', { name: 'Lock Buffer' }));
    await saved();
    expect(stepsOf(lab.now.draft)[3]).toMatchObject({
      fields: [{ path: 'bottleneck.delay_s', maximum: 0.0125 }],
      solution: { 'bottleneck.delay_s': 0.012, 'bottleneck.buffer.amount': 8 },
    });
    // A field locked again is still shown, so that it can be removed.
    expect(screen.getByText('Buffer, which is locked')).toBeVisible();
  });

  it('says that another window has written, and loads that', async () => {
    const lab = kept();
    const { user } = await opened(lab);
    lab.now = { ...lab.now, revision: 9, draft: { ...lab.now.draft, title: 'Theirs' } };
    const title = screen.getByRole('textbox', { name: 'Title' });
    await user.type(title, ' and mine');
    const note = await screen.findByRole('alert', {}, { timeout: 5000 });
    expect(note).toHaveTextContent('This lab was changed in another window');
    expect(lab.now.draft.title).toBe('Theirs');
    await user.click(within(note).getByRole('button', { name: 'Load that version' }));
    await waitFor(() => expect(title).toHaveValue('Theirs'));
    // The text typed here is one step back.
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await saved();
    expect(lab.now.draft.title).toBe('Bufferbloat and mine');
  });

  it('publishes what is seen, and gives the link', async () => {
    const lab = kept();
    const { user, router } = await opened(lab, EDITOR, {
      [`POST /api/labs/${DOCUMENT_ID}/attempts`]: { status: 201, body: attempt(['read']) },
      'GET /api/lab-attempts/*': { body: attempt(['read']) },
    });
    expect(screen.getByRole('button', { name: 'Try it' })).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Title' }), '!');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await user.click(screen.getByRole('button', { name: 'Publish version 1' }));
    expect(await screen.findByRole('textbox', { name: 'Link to the lab' })).toHaveValue(
      `${window.location.origin}/labs/${DOCUMENT_ID}`,
    );
    expect(lab.now.draft.title).toBe('Bufferbloat!');
    await user.click(screen.getByRole('button', { name: /^Close/ }));
    expect(screen.getByText('version 1 published')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try it' }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/labs\/attempts\//));
  });

  it('has a step that it knows no form for as the file has it', async () => {
    const draft = { ...labDocument().draft, steps: [{ id: 'x', kind: 'riddle', title: 'Odd' }] };
    const lab = kept({ draft });
    const { user } = await opened(lab, `${EDITOR}?step=x`);
    expect(screen.getByText(/no form for a step of the kind “riddle”/)).toBeVisible();
    const code = screen.getByRole('textbox', { name: 'Step as JSON' });
    await user.clear(code);
    await user.click(code);
    await user.paste('{"id": "x", "kind": "text", "title": "Plain"');
    expect(screen.getByRole('alert')).toHaveTextContent('Not kept yet');
    await user.paste('}');
    await saved();
    expect(stepsOf(lab.now.draft)).toEqual([{ id: 'x', kind: 'text', title: 'Plain' }]);
  });

  it('reads the whole lab as a student would, without beginning it', async () => {
    const { user, calls } = await opened(kept());
    await user.keyboard('v');
    expect(await screen.findByText('Step 4 of 4, about 5 min')).toBeVisible();
    expect(screen.queryByText('About 730 ms.')).toBeNull();
    expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
  });

  it('says why a lab cannot be opened', async () => {
    const body = { title: 'Not yours', detail: 'It is edited by another browser.' };
    serveDocument(kept(), { 'GET /api/lab-documents/*': { status: 403, body } });
    renderApp(EDITOR);
    expect(await screen.findByText('It is edited by another browser.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
