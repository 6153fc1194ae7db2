import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { EVALUATION, evaluation, league, standing } from '#tests/evaluations';
import { fakeApi } from '#tests/fakeApi';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';

const lists = {
  'GET /api/algorithms': { body: coreAlgorithms },
  'GET /api/league': { body: league() },
  'GET /api/league/pairs/*/*': { body: standing() },
  'GET /api/league/entries': { body: [] },
  'GET /api/algorithms/modules': { body: [] },
};

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

describe('the league', () => {
  it('says who leads; algorithms without a significant difference share a place', async () => {
    fakeApi(lists);
    renderApp('/league');
    const sentence = 'By fairness over 2 situations, CUBIC and BBRv2 share first place.';
    expect(await screen.findByText(sentence)).toBeVisible();
    await screen.findByText('reconstruction');
    const [first, second, third] = rowsOf(screen.getByRole('table', { name: /: How/ }));
    expect(first).toMatch(/^1=CUBIC95% interval 0.950 to 0.9700.960/);
    expect(second).toMatch(/^1=BBRv2/);
    expect(third).toMatch(/^3FaiRTT reconstruction/);
  });

  it('ranks by another number, in its unit, and says what is not computed', async () => {
    fakeApi(lists);
    const { user } = renderApp('/league');
    await user.click(await screen.findByRole('button', { name: 'Delay' }));
    expect(await screen.findByText('By delay in “Equal RTTs”, FaiRTT ranks first.')).toBeVisible();
    await screen.findByText('reconstruction');
    const [first, , third] = rowsOf(screen.getByRole('table', { name: /: How/ }));
    expect(first).toMatch(/^1FaiRTT reconstruction95% interval 2.90 to 3.103/);
    expect(third).toMatch(/^–CUBICno result yet–/);
  });

  it('states one rule for places, and what it has of the first page', async () => {
    fakeApi(lists);
    renderApp('/league');
    expect(
      await screen.findByText(/Rows are sorted by mean\. The best takes place 1/),
    ).toBeVisible();
    const sentence = await screen.findByText(/^On the first page FaiRTT is fairer than BBRv2/);
    expect(sentence).toHaveTextContent(/Over the 3 situations of the league, FaiRTT is fairer/);
    expect(within(sentence).getByRole('link', { name: 'First page' })).toBeVisible();
  });

  it('names the reading of a paper that can be read in several ways', async () => {
    fakeApi(lists);
    renderApp('/league');
    const note = await screen.findByText(/^The paper of FaiRTT can be read in several ways/);
    expect(note).toHaveTextContent('Here it is read as “BDP and pacing” (default).');
    const link = within(note).getByRole('link', { name: 'All 4 readings of FaiRTT' });
    expect(link).toHaveAttribute('href', '/algorithms/fairtt');
  });

  it('counts the situations of the ranking in its heading and in its choice alike', async () => {
    fakeApi(lists);
    const { user } = renderApp('/league');
    const choice = await screen.findByLabelText('over');
    const texts = () =>
      within(choice)
        .getAllByRole('option')
        .map((each) => each.textContent);
    expect(texts()).toEqual(['all 2 situations', 'Equal RTTs', 'Random loss']);
    expect(screen.getByText(/^By fairness over 2 situations/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delay' }));
    expect(texts()).toEqual(['1 situation', 'Equal RTTs']);
  });

  it('asks for one situation', async () => {
    const calls = fakeApi(lists);
    const { user } = renderApp('/league');
    await user.selectOptions(await screen.findByLabelText('over'), 'Random loss');
    await screen.findByText(/^By fairness/);
    const asked = calls.filter(({ route }) => route === 'GET /api/league').at(-1);
    expect(asked?.url.searchParams.get('situation')).toBe('random-loss');
  });

  it('puts an algorithm with a parameter into every situation, and takes it out again', async () => {
    const calls = fakeApi({
      ...lists,
      'GET /api/league': (url) => ({
        body: league({ added: url.searchParams.has('with') ? [evaluation] : [] }),
      }),
      'POST /api/evaluations': { status: 201, body: evaluation },
    });
    const { user } = renderApp('/league');
    await user.selectOptions(await screen.findByLabelText('Algorithm'), 'CUBIC');
    await user.selectOptions(screen.getByLabelText('Parameter'), 'beta_ratio');
    const value = screen.getByRole('textbox', { name: 'beta_ratio' });
    await user.clear(value);
    await user.type(value, '0.8');
    await user.click(screen.getByRole('button', { name: 'Evaluate CUBIC in all situations' }));
    expect(await screen.findByText('12 of 660 runs computed')).toBeVisible();
    const posted = calls.find(({ route }) => route === 'POST /api/evaluations');
    expect(posted?.body).toEqual({ algorithm: { name: 'cubic', parameters: { beta_ratio: 0.8 } } });
    expect(screen.getByRole('link', { name: 'Experiment' })).toHaveAttribute(
      'href',
      `/experiments/${EVALUATION}`,
    );
    await user.click(screen.getByRole('button', { name: 'Remove CUBIC, beta_ratio 0.8' }));
    await screen.findByLabelText('Algorithm');
    expect(screen.queryByText('12 of 660 runs computed')).toBeNull();
  });

  it('says what is wrong with what was added', async () => {
    fakeApi({
      ...lists,
      'POST /api/evaluations': {
        status: 422,
        body: {
          type: '/api/problems/invalid-input',
          title: 'Invalid',
          status: 422,
          detail: 'beta_ratio is 7.',
        },
      },
    });
    const { user } = renderApp('/league');
    await user.click(
      await screen.findByRole('button', { name: /^Evaluate .* in all situations$/ }),
    );
    expect(await screen.findByText('The algorithm was not added')).toBeVisible();
    expect(screen.getByText('beta_ratio is 7.')).toBeVisible();
  });

  it('can be asked for again when it cannot be loaded', async () => {
    fakeApi({ ...lists, 'GET /api/league': { status: 502, body: 'bad gateway' } });
    renderApp('/league');
    expect(await screen.findByText('The league could not be loaded')).toBeVisible();
  });
});
