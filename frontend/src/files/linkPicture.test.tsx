import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { readText } from '@/analysis/imports/trace';
import { readScenarioFragment } from '@/analysis/links/scenarioLink';

import { linkFragment } from './editorAddress';
import { LinkPicture } from './LinkPicture';

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
