import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { ARMS, BUFFERS, experiment, RTTS, type Made } from '#tests/experimentFixtures';
import { renderApp } from '#tests/renderApp';
import { serveExperiment } from '#tests/serveExperiment';

import { linkRates } from '../arms';
import { tableCsv, tableLatex, type CellTableModel } from './tableModel';

// The page is a chunk of its own: fetched before the clock of a test runs.
import '../ExperimentPage';

const USUAL: Made = { axes: [RTTS, BUFFERS, ARMS], seedCount: 20 };

const rowsOf = (table: HTMLElement) => within(table).getAllByRole('row').slice(2);

describe('the table of an experiment', () => {
  it('is sorted by any column, up and down, and found in by word', async () => {
    serveExperiment(USUAL);
    const { user } = renderApp('/experiments/e1?table=true');
    const table = await screen.findByRole('table', { name: /^Throughput ratio/ });
    await waitFor(() => expect(rowsOf(table)[0]).toHaveTextContent(/20$/));
    const means = () =>
      rowsOf(table).map((row) => Number(within(row).getAllByRole('cell')[0]?.textContent));
    const [mean] = within(table).getAllByRole('button', { name: 'mean' });
    if (mean === undefined) throw new Error('There is no column of means.');
    await user.click(mean);
    const once = means();
    expect(once).toEqual(once.toSorted((a, b) => a - b));
    await user.click(mean);
    expect(means()).toEqual(once.toReversed());
    await user.type(screen.getByRole('searchbox', { name: 'Find' }), '10 bdp');
    expect(rowsOf(table)).toHaveLength(4);
    expect(within(table).getByText('4 of 12 places')).toBeVisible();
  });

  it('marks cells whose seeds hardly differ, in rows, on the map and in words', async () => {
    serveExperiment({ ...USUAL, agreeing: [0] });
    renderApp('/experiments/e1?table=true&cell=0');
    const table = await screen.findByRole('table', { name: /^Throughput ratio/ });
    const heads = await within(table).findAllByRole('button', { name: 'seeds hardly differ' });
    expect(heads).toHaveLength(2);
    expect(within(table).getAllByText('≡ yes')).toHaveLength(1);
    expect(screen.getByText(/^≡ the seeds hardly differ: the interval covers/)).toBeVisible();
    expect(screen.getByText(/The seeds hardly differ with BBRv2/)).toBeVisible();
  });

  it('says nothing of seeds that differ', async () => {
    serveExperiment(USUAL);
    renderApp('/experiments/e1?table=true');
    const table = await screen.findByRole('table', { name: /^Throughput ratio/ });
    await waitFor(() => expect(rowsOf(table)[0]).toHaveTextContent(/20$/));
    expect(screen.queryAllByText(/hardly differ/)).toEqual([]);
  });

  it('has verdicts where differences are shown', async () => {
    serveExperiment(USUAL);
    renderApp('/experiments/e1?table=true&view=difference');
    const table = await screen.findByRole('table', {
      name: 'Throughput ratio: distance from fair, times that of BBRv2',
    });
    await waitFor(() => expect(within(table).getAllByText('nearer to fair')).not.toHaveLength(0));
    expect(within(table).getByRole('button', { name: 'adjusted p' })).toBeVisible();
    expect(within(table).getAllByText('<0.001')).not.toHaveLength(0);
    expect(experiment(USUAL).cell_count / 2).toBe(rowsOf(table).length);
  });
});

describe('the table as a file', () => {
  const model: CellTableModel = {
    columns: [
      { key: 'axis0', group: '', title: 'Loss, %', isNumber: false },
      { key: '0:mean', group: 'BBRv2 & co', title: 'mean', isNumber: true },
      { key: '0:low', group: 'BBRv2 & co', title: 'low', isNumber: true },
    ],
    rows: [
      {
        key: '0',
        cells: [0],
        values: [
          { text: '1%', value: 0.01 },
          { text: '−0.50', value: -0.5 },
          { text: '–', value: undefined },
        ],
      },
    ],
  };

  it('has the values of the data as CSV', () => {
    expect(tableCsv(model, model.rows)).toBe(
      '"Loss, %",BBRv2 & co mean,BBRv2 & co low\n0.01,-0.5,\n',
    );
  });

  it('has no text that a spreadsheet takes for a formula', () => {
    const hostile = ['=HYPERLINK("x")', '+1+A1', "-2+3+cmd|' /C calc'!A0", '@SUM(1)', '\t=1'];
    const table: CellTableModel = {
      columns: hostile.map((title, place) => ({
        key: String(place),
        group: '',
        title,
        isNumber: false,
      })),
      rows: [
        { key: '0', cells: [0], values: hostile.map((text) => ({ text, value: text })) },
        { key: '1', cells: [1], values: hostile.map((text) => ({ text, value: -1.5 })) },
      ],
    };
    const defused = `"'=HYPERLINK(""x"")",'+1+A1,'-2+3+cmd|' /C calc'!A0,'@SUM(1),'\t=1`;
    expect(tableCsv(table, table.rows)).toBe(`${defused}\n${defused}\n-1.5,-1.5,-1.5,-1.5,-1.5\n`);
  });

  it('has what is shown as LaTeX with booktabs', () => {
    const text = tableLatex(model, model.rows, 'Ratio_1');
    for (const part of [
      '\\begin{tabular}{lrr}',
      ' & \\multicolumn{2}{c}{BBRv2 \\& co} \\\\',
      'Loss, \\% & mean & low \\\\',
      '1\\% & $-$0.50 & -- \\\\',
      '\\toprule',
      '\\caption{Ratio\\_1}',
    ]) {
      expect(text).toContain(part);
    }
  });
});

describe('the lines beside a curve', () => {
  const ratesOf = (flow: object, link: object = {}, path = 'flows.*.rtt_s') => {
    const base = { bottleneck: { rate_bps: 8e6, ...link }, flows: [{}, flow] };
    return linkRates({ axes: [{ paths: [path] }], experiment: { base, axes: [] } } as never);
  };

  it('are capacity and fair share where these are the same in all cells', () => {
    expect(ratesOf({ count: 3 })).toEqual({ rateBps: 8e6, fairBps: 2e6 });
  });

  it.each([
    ['datagrams', { traffic: { kind: 'udp' } }, {}],
    ['a late start', { start_s: 5 }, {}],
    ['a policer', {}, { queue: { kind: 'policer' } }],
    ['another path in some cells', {}, {}, 'flows.1.path'],
  ])('have no fair share with %s', (_, flow, link, path?: string) => {
    expect(ratesOf(flow, link, path)).toEqual({ rateBps: 8e6, fairBps: null });
  });

  it('have no capacity where the link changes', () => {
    const link = { rate_schedule: [{ at_s: 1, rate_bps: 1e6 }] };
    expect(ratesOf({}, link)).toEqual({ rateBps: null, fairBps: null });
  });
});
