import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Pane, PaneLine, StageRun } from '../model';
import { PaneTable } from './PaneTable';
import { TimelineTable } from './TimelineTable';

const TIMES = Array.from({ length: 1300 }, (_, index) => (index + 1) / 10);

function line(name: string, label: string | null): PaneLine {
  return {
    key: name,
    hue: 0,
    style: 'solid',
    widthPx: 1,
    opacity: 1,
    timeSeconds: TIMES,
    values: TIMES,
    band: null,
    isArea: false,
    label,
    name,
    mark: null,
  };
}

const PANE: Pane = {
  id: 'rtt',
  title: 'RTT',
  unit: 'ms, at the end of each 0.1 s',
  shortUnit: 'ms',
  weight: 1,
  scale: { max: 1, ticks: [] },
  lines: [line('a 1', 'a 1'), line('a 2', null), line('a 3', 'a 3')],
  references: [],
  decimals: 0,
};

describe('the table of a plot', () => {
  it('says which lines and which points it leaves out', () => {
    render(<PaneTable panes={[PANE]} />);
    expect(screen.getByRole('table')).toHaveAccessibleName(
      'RTT, ms, at the end of each 0.1 s; the 2 labelled of 3 lines; each third point, zoom in for those between',
    );
    expect(screen.getAllByRole('row')).toHaveLength(1 + 434);
  });
});

const RUN: StageRun = {
  id: 'one',
  label: '',
  role: 'current',
  facts: {
    durationSeconds: 20,
    capacityBps: 1e7,
    fairShareBps: 1e4,
    packetBytes: 1500,
    bufferBytes: null,
  },
  flows: [],
  groups: [
    {
      groupIndex: 0,
      label: 'cubic',
      firstIndex: 0,
      count: 1000,
      baseRttSeconds: 0.03,
      bdpBytes: 1,
    },
  ],
  series: {
    timeSeconds: [],
    sampleIntervalSeconds: 0.1,
    bucketSamples: 1,
    flows: new Map(),
    link: {},
  },
  phases: [],
  events: [{ timeSeconds: 3.214159265, flowIndex: 512, kind: 'rto', reason: 'timeout' }],
  recordedUntilSeconds: 13.6,
  simulatedSeconds: 20,
  isPale: false,
};

describe('the table of events', () => {
  it('says where the record ends, and names flows that have no curve', () => {
    render(<TimelineTable run={RUN} range={[0, 20]} kind="events" />);
    expect(screen.getByRole('table')).toHaveAccessibleName(
      'Events only to 13.6 s, more are not kept',
    );
    expect(screen.getByRole('cell', { name: 'cubic 513' })).toBeVisible();
  });
});
