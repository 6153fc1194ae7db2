import { describe, expect, it } from 'vitest';

import { LAST_SECONDS, pathAtLink, recordedEvents, trafficAtLink } from '#tests/replayedRuns';

import { ELSEWHERE, linkOf, queueBytesAt } from './atLink';
import { forEachAck, forEachMoving, queueAt } from './state';

const FAR = 0;
const NEAR = 1;
const whole = recordedEvents('twoLinks');

describe.each([0, 1])('a run over two links seen at link %i', (link) => {
  const traffic = trafficAtLink(link);
  const path = pathAtLink(link);

  it('fills the queue of that link as the core says, at each of its events', () => {
    const rows = whole.time_s.flatMap((time, row) =>
      whole.link_index?.[row] === link &&
      whole.kind[row] !== 'ack_lost' &&
      whole.time_s[row + 1] !== time
        ? [row]
        : [],
    );
    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) {
      const { known, unknownCount } = queueAt(traffic, whole.time_s[row] ?? 0);
      // ACKs of 40 bytes wait at the first link as well.
      const packets = Math.floor((whole.queue_bytes[row] ?? 0) / path.packetBytes);
      expect(known.length).toBe(packets);
      expect(unknownCount).toBe(0);
    }
  });

  it('drops what that link drops', () => {
    const times = whole.time_s.filter(
      (_, row) => whole.kind[row] === 'dropped' && whole.link_index?.[row] === link,
    );
    const dropped = traffic.transmissions.filter(({ fate }) => fate === 'dropped');
    expect(times.length).toBeGreaterThan(0);
    expect(dropped.map(({ endSeconds }) => endSeconds).sort((a, b) => a - b)).toEqual(times);
  });

  it('has each packet in one place at a time and lets it move on only', () => {
    const order = { access: 0, service: 1, link: 2 };
    const seen = new Map<object, number>();
    for (let time = 0; time < LAST_SECONDS; time += 0.001) {
      forEachMoving(traffic, time, (transmission, stage, progress) => {
        const place = order[stage] + Math.min(progress, 0.999);
        expect(place).toBeGreaterThanOrEqual(seen.get(transmission) ?? 0);
        seen.set(transmission, place);
      });
    }
    expect(seen.size).toBeGreaterThan(15);
  });
});

describe('the first link', () => {
  const traffic = trafficAtLink(0);

  it('shows the flow that passes it alone', () => {
    expect(new Set(traffic.transmissions.map(({ flowIndex }) => flowIndex))).toEqual(
      new Set([FAR]),
    );
    const others = traffic.events.kind.filter((_, row) => traffic.events.flow_index[row] === NEAR);
    expect(new Set(others)).toEqual(new Set([ELSEWHERE]));
  });

  it('lets packets go at the end of its own propagation', () => {
    const passed = traffic.transmissions.filter(({ fate }) => fate === 'delivered');
    expect(passed.length).toBeGreaterThan(15);
    for (const { transmittedSeconds, endSeconds } of passed) {
      expect(endSeconds - transmittedSeconds).toBeCloseTo(0.01, 9);
    }
  });
});

describe('the second link', () => {
  const traffic = trafficAtLink(1);

  it('knows propagation from the sender on, the first link among it', () => {
    const [far, near] = pathAtLink(1).atLink?.groups ?? [];
    // Half of 90 ms less 10 and 5 ms of the links, and the 10 ms of the first one.
    expect(far?.accessSeconds).toBeCloseTo(0.04, 9);
    expect(near?.accessSeconds).toBeCloseTo(0.01, 9);
    expect([far?.before.has(0), near?.before.size]).toEqual([true, 0]);
  });

  it('gets no packet before propagation and the first transmitter have let it through', () => {
    const came = traffic.transmissions.filter(
      ({ flowIndex, fate, arrivedSeconds }) =>
        flowIndex === FAR && fate !== 'gone_before' && arrivedSeconds < LAST_SECONDS,
    );
    expect(came.length).toBeGreaterThan(15);
    for (const { sentSeconds, arrivedSeconds } of came) {
      expect(arrivedSeconds - sentSeconds).toBeGreaterThan(0.04 + 0.008 - 1e-9);
    }
  });

  it('loses sight of packets that the first link drops or loses', () => {
    const gone = traffic.transmissions.filter(({ fate }) => fate === 'gone_before');
    const times = whole.time_s.filter(
      (_, row) =>
        /^(dropped|lost)$/.test(whole.kind[row] ?? '') &&
        whole.link_index?.[row] === 0 &&
        whole.flow_index[row] === FAR,
    );
    expect(times.length).toBeGreaterThan(0);
    expect(gone.map(({ endSeconds }) => endSeconds).sort((a, b) => a - b)).toEqual(times);
  });

  it('sees every ACK return, however long it waits on its way', () => {
    const received = whole.kind.filter((kind) => kind === 'ack_received').length;
    const back = traffic.acks.filter(
      ({ isLost, endSeconds }) => !isLost && endSeconds < LAST_SECONDS,
    );
    expect(back.length).toBe(received);
    const slow = traffic.acks.find(
      ({ flowIndex, sentSeconds, endSeconds }) =>
        flowIndex === NEAR && endSeconds - sentSeconds > 0.02,
    );
    const seen = new Set<object>();
    forEachAck(traffic, (slow?.endSeconds ?? 0) - 1e-4, (ack) => seen.add(ack));
    expect(seen.has(slow ?? {})).toBe(true);
  });
});

it('knows what waited before the first event of a link in a window', () => {
  const events = {
    time_s: [1, 2, 3, 4],
    flow_index: [0, 0, 0, 0],
    kind: ['sent', 'enqueued', 'dequeued', 'enqueued'],
    sequence: [9, 1, 2, 3],
    queue_bytes: [500, 700, 3000, 900],
    cwnd_packets: [1, 1, 1, 1],
    inflight_packets: [1, 1, 1, 1],
    link_index: [-1, 0, 1, 0],
  };
  expect(queueBytesAt(events, 1, 1000)).toEqual([4000, 4000, 3000, 3000]);
  expect(linkOf(events, 2)).toBe(1);
  expect(linkOf({ ...events, link_index: null }, 0)).toBe(-1);
});
