import { describe, expect, it } from 'vitest';

import {
  LAST_SECONDS,
  recordedPath,
  recordedTraffic,
  RUN_NAMES,
  windowOf,
} from '#tests/replayedRuns';

import { trafficOf, type ReplayPath, type Transmission, type Traffic } from './replay';
import { forEachAck, forEachMoving, placeOf, queueAt, rowAt } from './state';

/** The moments just after everything that happened at once, with the row of the last of it. */
function moments({ events }: Traffic): { time: number; row: number }[] {
  return events.time_s.flatMap((time, row) =>
    events.time_s[row + 1] === time ? [] : [{ time, row }],
  );
}

function stagesAt(traffic: Traffic, time: number) {
  const counts = { access: 0, queue: queueAt(traffic, time).count, service: 0, link: 0 };
  forEachMoving(traffic, time, (_, stage) => (counts[stage] += 1));
  return counts;
}

function countUntil({ events }: Traffic, row: number, kinds: readonly string[]): number {
  return events.kind.slice(0, row + 1).filter((kind) => kinds.includes(kind)).length;
}

const nameOf = ({ flowIndex, sequence, sentSeconds }: Transmission) =>
  `${flowIndex}:${sequence}:${sentSeconds.toFixed(9)}`;

/** Every packet that can be seen, with where it is. */
function placesAt(traffic: Traffic, time: number): Map<string, string> {
  const places = new Map<string, string>();
  forEachMoving(traffic, time, (transmission, stage, progress) =>
    places.set(nameOf(transmission), `${stage} ${progress.toFixed(6)}`),
  );
  forEachAck(traffic, time, (ack, progress) =>
    places.set(`ack ${ack.flowIndex}:${ack.sentSeconds.toFixed(9)}`, progress.toFixed(6)),
  );
  return places;
}

describe.each(RUN_NAMES)('the transmissions of a recorded run, %s', (name) => {
  const traffic = recordedTraffic(name);

  it('fill the queue as the core says, at every event', () => {
    for (const { time, row } of moments(traffic)) {
      const { known, unknownCount } = queueAt(traffic, time);
      expect(unknownCount).toBe(0);
      expect(known.length * traffic.path.packetBytes).toBe(traffic.events.queue_bytes[row]);
    }
  });

  it('lose no packet: sent is under way, delivered, dropped or lost', () => {
    for (const { time, row } of moments(traffic)) {
      const { access, queue, service, link } = stagesAt(traffic, time);
      expect(service).toBeLessThanOrEqual(1);
      const over = countUntil(traffic, row, ['delivered', 'dropped', 'lost']);
      const sent = countUntil(traffic, row, ['sent', 'retransmitted']);
      expect(access + queue + service + link + over).toBe(sent);
    }
  });

  it('keep the delays of the scenario', () => {
    for (const transmission of traffic.transmissions) {
      const { arrivedSeconds, sentSeconds, groupIndex, fate } = transmission;
      const access = (traffic.path.rttSeconds[groupIndex] ?? 0) / 2 - traffic.path.delaySeconds;
      expect(arrivedSeconds - sentSeconds).toBeCloseTo(access, 9);
      if (fate !== 'delivered') continue;
      const link = transmission.endSeconds - transmission.transmittedSeconds;
      expect(link).toBeCloseTo(traffic.path.delaySeconds, 9);
      expect(transmission.transmittedSeconds - transmission.servedSeconds).toBeCloseTo(0.008, 9);
    }
  });

  it('overtake nothing', () => {
    const inQueue = traffic.queue.filter(({ servedSeconds }) => Number.isFinite(servedSeconds));
    const rises = (times: number[]) =>
      times.every((time, at) => at === 0 || time >= (times[at - 1] ?? 0));
    expect(rises(inQueue.map(({ arrivedSeconds }) => arrivedSeconds))).toBe(true);
    expect(rises(inQueue.map(({ servedSeconds }) => servedSeconds))).toBe(true);
    const onLink = traffic.transmissions
      .filter(({ fate }) => fate === 'delivered')
      .sort((a, b) => a.transmittedSeconds - b.transmittedSeconds);
    expect(rises(onLink.map(({ endSeconds }) => endSeconds))).toBe(true);
    for (const { time } of moments(traffic)) {
      for (const stage of ['access', 'link'] as const) {
        const byFlow = new Map<number, number>();
        forEachMoving(traffic, time, (transmission, at, progress) => {
          if (at !== stage) return;
          // In the order of sending, those behind are not further.
          expect(progress).toBeLessThanOrEqual(byFlow.get(transmission.flowIndex) ?? 1);
          byFlow.set(transmission.flowIndex, progress);
        });
      }
    }
  });

  it('bring every ACK back after half an RTT', () => {
    const received = traffic.events.kind.filter((kind) => kind === 'ack_received').length;
    const done = traffic.acks.filter(
      ({ isLost, endSeconds }) => !isLost && endSeconds < LAST_SECONDS,
    );
    expect(done.length).toBe(received);
    const lost = traffic.events.kind.filter((kind) => kind === 'ack_lost').length;
    expect(traffic.acks.filter(({ isLost }) => isLost).length).toBe(lost);
  });

  it('drop and lose what the core says, where it says', () => {
    const { events } = traffic;
    for (const [kind, fate] of [
      ['dropped', 'dropped'],
      ['lost', 'lost'],
    ] as const) {
      const times = events.time_s.filter((_, row) => events.kind[row] === kind);
      const ended = traffic.transmissions.filter((transmission) => transmission.fate === fate);
      expect(ended.map(({ endSeconds }) => endSeconds).sort((a, b) => a - b)).toEqual(times);
    }
  });
});

describe.each(RUN_NAMES)('a window in the middle of a run, %s', (name) => {
  const FROM = 0.4;
  const whole = recordedTraffic(name);
  const part = recordedTraffic(name, FROM, 0.9);
  /** After half of the longest RTT everything that was under way has shown itself. */
  const KNOWN = FROM + 0.045;

  it('shows the packets where the whole run has them', () => {
    for (const { time } of moments(part)) {
      if (time < KNOWN || time > 0.85) continue;
      const expected = placesAt(whole, time);
      const found = placesAt(part, time);
      expect([...found.values()].sort()).toEqual([...expected.values()].sort());
    }
  });

  it('has the queue as long as the core says, and says how much of it is not known', () => {
    let most = 0;
    for (const { time, row } of moments(part)) {
      const { known, unknownCount } = queueAt(part, time);
      most = Math.max(most, unknownCount);
      const bytes = part.events.queue_bytes[row] ?? 0;
      expect((known.length + unknownCount) * 1000).toBe(bytes);
    }
    // The window is longer than a full queue needs to drain.
    expect(most).toBe(0);
    const short = recordedTraffic(name, FROM, FROM + 0.03);
    const [first] = moments(short);
    expect(queueAt(short, first?.time ?? 0).unknownCount).toBeGreaterThan(0);
  });

  it('continues without a seam into the next one', () => {
    const windows = [windowOf(name, 0, 0.5), windowOf(name, 0.5, LAST_SECONDS)];
    const joined = trafficOf(windows, recordedPath(name));
    expect(joined.transmissions).toEqual(whole.transmissions);
    expect(joined.acks).toEqual(whole.acks);
    expect(joined.events).toEqual(whole.events);
  });
});

describe('where a packet is', () => {
  const path = recordedPath('lossAfterQueue');
  const transmission: Transmission = {
    flowIndex: 0,
    groupIndex: 0,
    sequence: 7,
    isRetransmission: false,
    markedSeconds: Infinity,
    sentSeconds: 1,
    arrivedSeconds: 1.035,
    servedSeconds: 1.1,
    transmittedSeconds: 1.108,
    endSeconds: 1.118,
    fate: 'delivered',
  };

  it.each([
    [0.999, null],
    [1, { stage: 'access', progress: 0 }],
    [1.035, { stage: 'queue', progress: 0 }],
    [1.1, { stage: 'service', progress: 0 }],
    [1.108, { stage: 'link', progress: 0 }],
    [1.118, null],
  ])('at %f s it is %j', (time, place) => {
    expect(placeOf(transmission, time, path)).toEqual(place);
  });

  it('moves on evenly', () => {
    expect(placeOf(transmission, 1.0175, path)?.progress).toBeCloseTo(0.5);
    expect(placeOf(transmission, 1.104, path)?.progress).toBeCloseTo(0.5);
    expect(placeOf(transmission, 1.113, path)?.progress).toBeCloseTo(0.5);
  });
});

it('knows the last event until a moment', () => {
  const traffic = recordedTraffic('lossAfterQueue');
  expect(rowAt(traffic, 0)).toBe(-1);
  expect(rowAt(traffic, LAST_SECONDS)).toBe(traffic.events.time_s.length - 1);
});

describe('ACKs of a flow with many connections', () => {
  it('are one each, though where they are sent they are numbered anew', () => {
    const rows = [
      [1, 'ack_sent', 2],
      [1.001, 'ack_sent', 2],
      [1.02, 'ack_received', 2],
      [1.021, 'ack_received', 12],
    ] as const;
    const column = <T>(value: T) => rows.map(() => value);
    const events = {
      time_s: rows.map(([time]) => time),
      kind: rows.map(([, kind]) => kind),
      sequence: rows.map(([, , sequence]) => sequence),
      flow_index: column(0),
      queue_bytes: column(0),
      cwnd_packets: column(10),
      inflight_packets: column(2),
    };
    const path = {
      rateBps: 1e7,
      delaySeconds: 0.01,
      packetBytes: 1500,
      losesBeforeQueue: false,
      rttSeconds: [0.04],
      groupOf: () => 0,
    };
    const acksOf = (changes: object) =>
      trafficOf([{ fromSeconds: 1, toSeconds: 2, events }], { ...path, ...changes }).acks.length;
    expect(acksOf({ manyConnections: new Set([0]) })).toBe(2);
    expect(acksOf({})).toBe(3);
  });
});

describe('a handshake of packets', () => {
  // 1000 bytes take 8 ms, 50 bytes 0.4; from the sender to the queue it is 30 ms.
  const path: ReplayPath = { ...recordedPath('lossAfterQueue'), headerBytes: 50 };
  const access = (path.rttSeconds[0] ?? 0) / 2 - path.delaySeconds;
  const rows: readonly (readonly [number, string, number])[] = [
    [0, 'handshake', -1],
    [access + 0.0004, 'transmitted', -1],
    [access + 0.0004 + path.delaySeconds, 'delivered', -1],
    [access + 0.0004 + path.delaySeconds, 'ack_sent', -1],
    [2 * access + 0.0004 + 2 * path.delaySeconds, 'ack_received', -1],
  ];
  const opened = (from = 0) => {
    const some = rows.slice(from);
    const zeros = some.map(() => 0);
    const events = {
      time_s: some.map(([time]) => time),
      flow_index: zeros,
      kind: some.map(([, kind]) => kind),
      sequence: some.map(([, , sequence]) => sequence),
      queue_bytes: zeros,
      cwnd_packets: zeros,
      inflight_packets: zeros,
    };
    return trafficOf([{ fromSeconds: 0, toSeconds: 1, events }], path);
  };

  it('is on its way from the sender on, and small', () => {
    const [syn, ...others] = opened().transmissions;
    expect(others).toEqual([]);
    expect(syn).toMatchObject({ isBare: true, isRetransmission: false, sentSeconds: 0 });
    expect(syn).toMatchObject({ fate: 'delivered' });
    expect(stagesAt(opened(), access / 2)).toEqual({ access: 1, queue: 0, service: 0, link: 0 });
    expect(opened().acks).toHaveLength(1);
  });

  it('takes the link for its own bytes, not for those of a full packet', () => {
    const [seen] = opened(1).transmissions;
    expect(seen?.sentSeconds).toBeCloseTo(0, 9);
    const middle = placeOf(seen as Transmission, access + 0.0002, path);
    expect(middle?.stage).toBe('service');
    expect(middle?.progress).toBeCloseTo(0.5, 6);
  });
});
