import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { LinkTrace } from '@/analysis/imports/links/linkTrace';
import { readText, readTrace } from '@/analysis/imports/trace';
import { readScenarioFragment } from '@/analysis/links/scenarioLink';

import { ColumnChooser } from './ColumnChooser';
import { linkFragment } from './FileDesk';
import { NetworkPart } from './NetworkPart';
import { LinkPicture, OpenedLink } from './OpenedLink';
import { WhyPart } from './WhyPart';

const TEXT = 'time_s,bandwidth_mbps,delay_ms,loss\n0,12,20,0\n5,6,40,0.01\n';

function link() {
  const read = readText('leo.csv', TEXT);
  if (read.kind !== 'link') throw new Error(read.kind);
  return read.link;
}

it('shows rate, delay and loss of a link before it is used', () => {
  render(<LinkPicture link={link()} />);
  const names = screen.getAllByRole('img').map((each) => each.getAttribute('aria-label') ?? '');
  const [rate = '', ...others] = names;
  // Whole milliseconds do not divide into the parts of the picture: they are some packets off.
  const [low = NaN, high = NaN] = (/Rate: (\S+) to (\S+) Mbit/.exec(rate) ?? [])
    .slice(1)
    .map(Number);
  expect([Math.round(low), Math.round(high)]).toEqual([6, 12]);
  expect(others).toEqual(['Delay of the data: 20 to 40 ms over 10 s', 'Loss: 0 to 1 % over 10 s']);
});

it('draws a steady rate as one, however short the trace', () => {
  const read = readText('slow.trace', '0.5 1.2\n1.0 1.2\n1.5 1.2\n');
  if (read.kind !== 'link') throw new Error(read.kind);
  render(<LinkPicture link={read.link} />);
  const name = screen.getByRole('img').getAttribute('aria-label') ?? '';
  const [low = 0, high = 0] = (/Rate: (\S+) to (\S+) Mbit/.exec(name) ?? []).slice(1).map(Number);
  expect(low).toBeGreaterThan(1.1);
  expect(high).toBeLessThan(1.4);
});

it('begins a draft whose link follows all three', () => {
  const { content } = readScenarioFragment(linkFragment(link()));
  expect(content).toMatchObject({
    bottleneck: {
      rate_bps: 9e6,
      delay_s: 0.02,
      delay_schedule: [
        { at_s: 0, delay_s: 0.02 },
        { at_s: 5, delay_s: 0.04 },
      ],
      loss_schedule: [
        { at_s: 0, probability: 0, direction: 'data' },
        { at_s: 5, probability: 0.01, direction: 'data' },
      ],
    },
    flows: [{ rtt_s: 0.04 }],
  });
});

it('takes a part of a trace, with the delay and the loss that hold in it', () => {
  const taken = vi.fn((chosen: LinkTrace | null) => <p>{chosen === null ? 'nothing' : 'ready'}</p>);
  render(<OpenedLink link={link()}>{taken}</OpenedLink>);
  const type = (label: string, text: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: text } });
  type('From, in s', '4');
  type('To, in s', '8');
  const [chosen] = taken.mock.lastCall ?? [];
  // A second of 12 Mbit/s and three of 6.
  expect(chosen?.opportunities_ms).toHaveLength(1000 + 3 * 500);
  expect(chosen?.opportunities_ms.at(-1)).toBe(4000);
  expect(chosen?.mean_rate_bps).toBe(7.5e6);
  expect(chosen?.delay).toEqual({
    rtt_s: 0.04,
    delay_s: 0.02,
    steps: [
      { at_s: 0, delay_s: 0.02 },
      { at_s: 1, delay_s: 0.04 },
    ],
  });
  expect(chosen?.loss_steps?.map(({ at_s, probability }) => [at_s, probability])).toEqual([
    [0, 0],
    [1, 0.01],
  ]);
  expect(screen.getByText(/All but the time from 4 to 8 s/)).toBeVisible();
  type('To, in s', '4');
  expect(screen.getByRole('alert')).toHaveTextContent('sends nothing');
});

it('asks for a column of times and one of values, then reads with them', () => {
  const file = new File([''], 'a.csv');
  const onChoose = vi.fn();
  const preview = { names: ['x', 'y'], rows: [['0', '9.5']], guesses: [null, null] };
  render(<ColumnChooser table={{ file, preview }} onChoose={onChoose} />);
  const read = screen.getByRole('button', { name: 'Read with these columns' });
  const choose = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
  expect(read.hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('status').textContent).toBe('Choose the column of times.');
  choose('What x is', 'time');
  expect(screen.getByRole('status').textContent).toMatch(/a column of values/);
  choose('What y is', 'time');
  expect(screen.getByRole('status').textContent).toBe('Two columns are time: choose one.');
  choose('What y is', 'rate');
  choose('Unit of y', 'KiB/s');
  expect(screen.getByRole('status').textContent).toBe('');
  fireEvent.click(read);
  expect(onChoose).toHaveBeenCalledWith(file, 'time=1:s,rate=2:KiB/s');
});

it('says of a ping what its round trips show, and what share was lost', () => {
  const reply = (seq: number) => `64 bytes from 192.0.2.1: icmp_seq=${seq} ttl=63 time=40.5 ms\n`;
  const trace = readTrace('a', [1, 2, 4, 5].map(reply).join(''));
  render(<WhyPart trace={trace} />);
  expect(screen.getByRole('heading').textContent).toBe('What do its round trips show?');
  expect(screen.getByText('1 of 5 probes was not answered.')).toBeDefined();
  expect(screen.queryByText(/limited|ACKs/)).toBeNull();
  render(<NetworkPart trace={trace} />);
  expect(screen.getByText(/^about 20%/)).toBeDefined();
});
