import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { result, run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

const serve = () => serveRuns([run({ id: 'one' })]);

describe('the table of all flows', () => {
  it('is sorted by any column, and closes with Escape', async () => {
    serve();
    const { user } = renderApp('/runs/one');
    await user.click(await screen.findByRole('button', { name: 'All flows and numbers' }));
    const sheet = within(screen.getByRole('region', { name: 'All flows' }));
    const order = () => sheet.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(order()).toEqual(['elephant', 'mouse']);
    await user.click(sheet.getByRole('button', { name: 'throughput' }));
    expect(order()).toEqual(['elephant', 'mouse']);
    await user.click(sheet.getByRole('button', { name: /^throughput/ }));
    expect(order()).toEqual(['mouse', 'elephant']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'All flows' })).toBeNull());
  });

  it('shows one group on demand', async () => {
    serve();
    const { user } = renderApp('/runs/one');
    await user.click(await screen.findByRole('button', { name: 'All flows and numbers' }));
    const sheet = within(screen.getByRole('region', { name: 'All flows' }));
    await user.selectOptions(sheet.getByRole('combobox', { name: 'Group' }), 'mouse');
    expect(sheet.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'mouse',
    ]);
  });
});

describe('many flows', () => {
  it('are summed up by group, every number of a cell in one unit', async () => {
    const whole = result();
    const [first, second] = whole.flows;
    if (first === undefined || second === undefined) throw new Error('the fixture has no flows');
    const rates = [500e3, 1.3e6, 1.2e6];
    const flows = [
      ...rates.map((throughput_bps, flow_index) => ({ ...first, flow_index, throughput_bps })),
      { ...second, flow_index: 3 },
    ];
    const base = run({ id: 'one' });
    const [a, b] = base.scenario.flows;
    if (a === undefined || b === undefined) throw new Error('the fixture has no groups');
    const scenario = { ...base.scenario, flows: [{ ...a, count: 3 }, b] };
    serveRuns([{ ...base, scenario, result: { ...whole, flows } }]);
    renderApp('/runs/one');
    const row = (await screen.findByRole('rowheader', { name: '3 × elephant' })).closest('tr');
    expect(row).toHaveTextContent('1.00 Mbit/s0.500–1.30');
  });
});
