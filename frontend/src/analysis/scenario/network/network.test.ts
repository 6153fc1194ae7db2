import { describe, expect, it } from 'vitest';

import { flowsOverLink, linkNames } from './links';
import { isUnused, linkUse, withLinkUse } from './linkUse';
import { networkOf } from './network';
import { queueCells } from '@/analysis/scenario/queue/queueCells';

const LOT = {
  bottleneck: { rate_bps: 1e7 },
  duration_s: 10,
  links: [{ id: 'second', rate_bps: 5e6, outages: [{ at_s: 1, duration_s: 1 }] }, { id: 'back' }],
  flows: [
    { label: 'both', path: ['bottleneck', 'second'], return_path: ['back'] },
    { label: '' },
    { label: 'lost', path: ['nowhere'] },
  ],
};

describe('the network of a scenario', () => {
  it('is none where there is one link', () => {
    expect(networkOf({ ...LOT, links: [] })).toBeNull();
    expect(networkOf(null)).toBeNull();
  });

  it('has the place of every link that a group passes', () => {
    expect(networkOf(LOT)).toEqual({
      links: [
        { id: 'bottleneck', rateBps: 1e7, changeText: '' },
        { id: 'second', rateBps: 5e6, changeText: 'changes: outages' },
        { id: 'back', rateBps: null, changeText: '' },
      ],
      groups: [
        { label: 'both', path: [0, 1], back: [2] },
        { label: 'group 2', path: [0], back: [] },
        { label: 'lost', path: [], back: [] },
      ],
    });
  });
});

describe('links of a scenario', () => {
  it('are named in the order of their numbers, also where nothing was stored of them', () => {
    expect(linkNames({})).toEqual(['bottleneck']);
    expect(linkNames({ links: [{ id: 'second' }, { id: 'back' }] })).toEqual([
      'bottleneck',
      'second',
      'back',
    ]);
  });

  it('count the flows whose data passes', () => {
    const flows = [{ count: 1, path: ['bottleneck', 'second'] }, { count: 3 }];
    expect(flowsOverLink({ flows }, 'bottleneck')).toBe(4);
    expect(flowsOverLink({ flows }, 'second')).toBe(1);
    expect(flowsOverLink({ flows }, 'back')).toBe(0);
  });
});

const scenario = {
  flows: [{}, { path: ['bottleneck', 'far'], return_path: ['back'] }, { path: ['far'] }],
};

it('knows which data and which ACKs pass a link', () => {
  expect(linkUse(scenario, 'bottleneck').path).toEqual([true, true, false]);
  expect(linkUse(scenario, 'back')).toEqual({
    path: [false, false, false],
    return_path: [false, true, false],
  });
  expect(isUnused(linkUse(scenario, 'back'))).toBe(false);
  expect(isUnused(linkUse(scenario, 'new'))).toBe(true);
});

it('puts a link at the end of a way, and takes it out again', () => {
  expect(withLinkUse(scenario, 0, 'path', 'far', true)).toEqual({
    'flows.0.path': ['bottleneck', 'far'],
  });
  expect(withLinkUse(scenario, 1, 'path', 'far', false)).toEqual({ 'flows.1.path': undefined });
  expect(withLinkUse(scenario, 2, 'path', 'far', false)).toEqual({ 'flows.2.path': undefined });
  expect(withLinkUse(scenario, 0, 'return_path', 'back', true)).toEqual({
    'flows.0.return_path': ['back'],
  });
  expect(withLinkUse(scenario, 1, 'return_path', 'back', false)).toEqual({
    'flows.1.return_path': undefined,
  });
});

const box = { width: 40, height: 20, pitch: 4 };

describe('a queue as squares', () => {
  it('has one square for each packet, from the right and from the top', () => {
    const { cells, packetsPerCell } = queueCells(
      { packets: 6, bufferPackets: 50, shares: [1] },
      box,
    );
    expect(packetsPerCell).toBe(1);
    expect(cells).toHaveLength(6);
    expect(cells[0]).toEqual({ x: 36, y: 0, groupIndex: 0 });
    expect(cells[5]).toEqual({ x: 32, y: 0, groupIndex: 0 });
  });

  it('mixes the groups by their shares', () => {
    const fill = { packets: 8, bufferPackets: 50, shares: [0.75, 0.25] };
    const groups = queueCells(fill, box).cells.map(({ groupIndex }) => groupIndex);
    expect(groups.filter((group) => group === 1)).toHaveLength(2);
    expect(groups.slice(0, 4)).toContain(1);
  });

  it('lets a square stand for several packets where the buffer has no room', () => {
    const fill = { packets: 100, bufferPackets: 500, shares: [0.5, 0.5] };
    const { cells, packetsPerCell } = queueCells(fill, box);
    expect(packetsPerCell).toBe(10);
    expect(cells).toHaveLength(10);
  });

  it('does not leave its box', () => {
    const fill = { packets: 90, bufferPackets: 50, shares: [1] };
    expect(queueCells(fill, box).cells).toHaveLength(50);
  });
});
