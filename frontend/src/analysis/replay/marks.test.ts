import { describe, expect, it } from 'vitest';

import { recordedTraffic } from '#tests/replayedRuns';

import { ackMarks, fallMarks, lostAckMarks, movingMarks, queueOfPart, waitingMarks } from './marks';
import type { Transmission } from './replay';
import { along, ackPlace, cellPlace, placeOn, replayScene, stretchStart } from './scene';
import { queueAt } from './state';

const path = {
  rateBps: 1e6,
  delaySeconds: 0.01,
  packetBytes: 1000,
  flowCount: 2,
  groups: [
    { label: 'far', rttSeconds: 0.09 },
    { label: 'near', rttSeconds: 0.03 },
  ],
};
const scene = replayScene(path, 16, 900);
const whole = { ...scene, holds: null };

describe('the scene', () => {
  it('draws delays to scale: the way to the queue of the far one is seven times as long', () => {
    const [far, near] = scene.geometry.branches;
    const { joinX } = scene.geometry;
    expect(joinX - (far?.startX ?? 0)).toBeCloseTo(7 * (joinX - (near?.startX ?? 0)), 3);
    expect(scene.geometry.endX - scene.linkX).toBeCloseTo((joinX - (far?.startX ?? 0)) / 3.5, 3);
  });

  it('has a place for each packet of the buffer inside of the queue', () => {
    expect(scene.cells.packetsPerCell).toBe(1);
    for (let index = 0; index < 16; index += 1) {
      const { x, y } = cellPlace(scene, index);
      expect(x).toBeGreaterThanOrEqual(scene.queue.x);
      expect(x + scene.cells.pitchPx).toBeLessThanOrEqual(scene.queue.x + scene.queue.width);
      expect(y).toBeGreaterThanOrEqual(scene.queue.y);
      expect(y + scene.cells.pitchPx).toBeLessThanOrEqual(scene.queue.y + scene.queue.height);
    }
  });

  it('lets a square stand for several packets of a large buffer', () => {
    const { rows, columns, packetsPerCell } = replayScene(path, 100_000, 900).cells;
    expect(packetsPerCell).toBeGreaterThan(1);
    expect(rows * columns * packetsPerCell).toBeGreaterThanOrEqual(100_000);
  });

  it('leads a packet from its sender to the receiver, and its ACK back', () => {
    const [far] = scene.geometry.branches;
    expect(placeOn(scene, 0, 'access', 0)).toEqual({ x: far?.startX, y: far?.y });
    expect(placeOn(scene, 0, 'access', 1).x).toBe(scene.queue.x);
    expect(placeOn(scene, 0, 'service', 0).x).toBe(scene.queue.x + scene.queue.width);
    expect(placeOn(scene, 0, 'link', 0)).toEqual(placeOn(scene, 0, 'service', 1));
    expect(placeOn(scene, 0, 'link', 1).x).toBe(scene.geometry.endX);
    expect(ackPlace(scene, 0, 0).x).toBe(scene.geometry.endX);
    expect(ackPlace(scene, 0, 1).x).toBeCloseTo(far?.startX ?? 0);
  });

  it('has room on a phone', () => {
    const small = replayScene(path, 300, 366);
    expect(small.geometry.endX).toBeLessThan(366);
    expect(small.linkX).toBeLessThan(small.geometry.endX);
  });

  it('goes along a way at one speed', () => {
    const way = [
      { x: 0, y: 0 },
      { x: 30, y: 0 },
      { x: 30, y: 10 },
    ];
    expect(along(way, 0.5)).toEqual({ x: 20, y: 0 });
    expect(along(way, 0.875)).toEqual({ x: 30, y: 5 });
    expect(along(way, 1)).toEqual({ x: 30, y: 10 });
    expect(stretchStart(way, 0.5)).toBe(0);
    expect(stretchStart(way, 0.875)).toBe(0.75);
  });
});

describe('the marks', () => {
  const traffic = recordedTraffic('lossAfterQueue');
  const dropped = traffic.transmissions.filter(({ fate }) => fate === 'dropped');
  const firstDrop = Math.min(...dropped.map(({ endSeconds }) => endSeconds));

  it('of the queue are its packets, head first, in the colours of their groups', () => {
    const queue = queueAt(traffic, firstDrop);
    const marks = waitingMarks(queue, whole, 0);
    expect(marks).toHaveLength(16);
    expect(marks.map(({ groupIndex }) => groupIndex)).toEqual(
      queue.known.map(({ groupIndex }) => groupIndex),
    );
    expect(marks[0]).toMatchObject(cellPlace(scene, 0));
  });

  it('of a queue of many keep the shares of its groups in each column', () => {
    const transmission = (groupIndex: number) =>
      ({ groupIndex, isRetransmission: false }) as Transmission;
    const known = Array.from({ length: 40_000 }, (_, index) =>
      transmission(index % 4 === 0 ? 1 : 0),
    );
    const large = replayScene(path, 100_000, 900);
    const marks = waitingMarks(
      { known, knownBefore: 0, unknownCount: 0, count: known.length },
      { ...large, holds: null },
      0,
    );
    const of = (group: number) => marks.filter(({ groupIndex }) => groupIndex === group).length;
    expect(of(1) / marks.length).toBeCloseTo(0.25, 1);
    expect(marks.length).toBeCloseTo(40_000 / large.cells.packetsPerCell, -1);
  });

  it('of a dual queue stand in the place of their class, marked ones with their mark', () => {
    const [low, classic] = replayScene({ ...path, queueKind: 'dualpi2' }, 16, 900).parts;
    if (low === undefined || classic === undefined) throw new Error('two parts');
    const { y, height } = low.queue;
    expect(y + height).toBe(classic.queue.y);
    for (const part of [low, classic]) {
      const last = part.cells.rows * part.cells.columns - 1;
      for (const index of [0, last]) {
        const place = cellPlace(part, index);
        expect(place.y).toBeGreaterThanOrEqual(part.queue.y);
        expect(place.y + part.cells.pitchPx).toBeLessThanOrEqual(part.queue.y + part.queue.height);
      }
    }
    const packet = (flowIndex: number, markedSeconds: number) =>
      ({
        flowIndex,
        groupIndex: flowIndex,
        isRetransmission: false,
        markedSeconds,
      }) as Transmission;
    const known = [packet(0, 1), packet(1, Infinity), packet(0, 3)];
    const queue = { known, knownBefore: 1, unknownCount: 2, count: 5 };
    const l4s = new Set([0]);
    const lowMarks = waitingMarks(queueOfPart(queue, low, l4s, false), low, 2);
    expect(lowMarks.map(({ groupIndex, isMarked }) => [groupIndex, isMarked])).toEqual([
      [0, true],
      [0, false],
    ]);
    const others = waitingMarks(queueOfPart(queue, classic, l4s, true), classic, 2);
    expect(others.map(({ groupIndex }) => groupIndex)).toEqual([null, null, 1]);
  });

  it('of fair queueing stand in the queue of their group, what is not known in the last', () => {
    const parts = replayScene({ ...path, queueKind: 'fq_codel' }, 16, 900).parts;
    expect(parts.map(({ holds }) => holds)).toEqual([0, 1]);
    const packet = (groupIndex: number) =>
      ({ flowIndex: groupIndex, groupIndex, isRetransmission: false }) as Transmission;
    const queue = {
      known: [packet(1), packet(0), packet(1)],
      knownBefore: 3,
      unknownCount: 1,
      count: 4,
    };
    const groupsIn = (part: (typeof parts)[number] | undefined, isLast: boolean) =>
      part === undefined
        ? null
        : waitingMarks(queueOfPart(queue, part, new Set(), isLast), part, 2).map(
            ({ groupIndex }) => groupIndex,
          );
    expect(groupsIn(parts[0], false)).toEqual([0]);
    expect(groupsIn(parts[1], true)).toEqual([1, 1, null]);
  });

  it('of packets that are not known are of no group', () => {
    const marks = waitingMarks({ known: [], knownBefore: 0, unknownCount: 3, count: 3 }, whole, 0);
    expect(marks.map(({ groupIndex }) => groupIndex)).toEqual([null, null, null]);
  });

  it('of moving packets have the stretch of the last moment behind them', () => {
    for (const { x, fromX } of movingMarks(traffic, scene, 0.5, 0.002)) {
      expect(fromX).toBeLessThanOrEqual(x);
    }
    const acks = ackMarks(traffic, scene, 0.3, 0.002);
    expect(acks.length).toBeGreaterThan(0);
    for (const { x, fromX } of acks) expect(fromX).toBeGreaterThanOrEqual(x);
    for (const mark of movingMarks(traffic, scene, 0.5, 0)) expect(mark.fromX).toBe(mark.x);
  });

  it('of dropped packets fall out under the queue and are gone after a while', () => {
    const [mark] = fallMarks(traffic, scene, firstDrop, 0.1);
    expect(mark).toMatchObject({ fate: 'dropped', progress: 0 });
    expect(mark?.y).toBe(scene.queue.y + scene.queue.height);
    const later = fallMarks(traffic, scene, firstDrop + 0.05, 0.1);
    expect(later.length).toBeGreaterThanOrEqual(1);
    for (const { progress } of later) expect(progress).toBeLessThanOrEqual(1);
    expect(fallMarks(traffic, scene, firstDrop - 1e-6, 0.1)).toEqual([]);
  });

  it('of packets lost at random fall behind the queue, or before it', () => {
    for (const [name, isBehind] of [
      ['lossAfterQueue', true],
      ['lossBeforeQueue', false],
    ] as const) {
      const run = recordedTraffic(name);
      const lost = run.transmissions.find(({ fate }) => fate === 'lost');
      const marks = fallMarks(run, scene, lost?.endSeconds ?? 0, 1e-6);
      expect(marks.map(({ fate }) => fate)).toContain('lost');
      for (const { x } of marks) expect(x > scene.linkX).toBe(isBehind);
    }
  });

  it('of lost ACKs stay at the receiver', () => {
    const run = recordedTraffic('lossBeforeQueue');
    const lost = run.acks.find(({ isLost }) => isLost);
    const [mark] = lostAckMarks(run, scene, lost?.sentSeconds ?? 0, 0.05);
    expect(mark?.x).toBe(scene.geometry.endX);
  });
});
