import { describe, expect, it } from 'vitest';

import {
  longestWindowSeconds,
  momentRange,
  sequencePaths,
  sequenceRange,
  type PacketEvents,
} from './packets';

const rows: readonly (readonly [number, number, string, number])[] = [
  [1, 0, 'sent', 10],
  [1, 1, 'sent', 99],
  [2, 0, 'dropped', 10],
  [3, 0, 'ack_received', 5],
  [4, 0, 'ack_received', 5],
  [5, 0, 'retransmitted', 10],
  [6, 0, 'ack_received', 11],
];
const column = <T>(read: (row: (typeof rows)[number]) => T) => rows.map(read);
const zeros = rows.map(() => 0);
const events: PacketEvents = {
  time_s: column(([time]) => time),
  flow_index: column(([, flow]) => flow),
  kind: column(([, , kind]) => kind),
  sequence: column(([, , , sequence]) => sequence),
  queue_bytes: zeros,
  cwnd_packets: zeros,
  inflight_packets: zeros,
};
const scales = { x: (time: number) => time * 10, y: (sequence: number) => 100 - sequence };

describe('a time-sequence plot', () => {
  it('marks what one flow sends, loses and sends again', () => {
    const paths = sequencePaths(events, 0, scales);
    expect(paths.sent).toBe('M10.0 90.0m-1.5 -1.5h3v3h-3z');
    expect(paths.gone).toBe('M20.0 90.0m-3.5 -3.5l7 7m0 -7l-7 7');
    expect(paths.again).toBe('M50.0 90.0m-3 -3h6v6h-6z');
  });

  it('steps up with what is acknowledged, not with duplicates', () => {
    expect(sequencePaths(events, 0, scales).acked).toBe('M30.0 95.0H60.0V89.0');
  });

  it('spans the sequences of its flow only', () => {
    expect(sequenceRange(events, 0)).toEqual([5, 11]);
    expect(sequenceRange(events, 2)).toBeNull();
  });

  it('has a circle where a handshake begins, whose numbers below 0 stretch nothing', () => {
    const opened = { ...events, kind: ['handshake', ...events.kind.slice(1)] };
    opened.sequence = [-200_001, ...events.sequence.slice(1)];
    expect(sequenceRange(opened, 0)).toEqual([5, 11]);
    const alone = { ...opened, flow_index: [0, 1, 1, 1, 1, 1, 1] };
    expect(sequenceRange(alone, 0)).toEqual([0, 0]);
    const paths = sequencePaths(alone, 0, { ...scales, y: () => 90 });
    expect(paths).toMatchObject({ sent: '', acked: '' });
    expect(paths.handshake).toMatch(/^M10\.0 90\.0m-2 -2a/);
  });
});

describe('the longest window', () => {
  it('holds one answer of events of a busy link', () => {
    // 10 Mbit/s carry 833 packets of 1500 bytes a second.
    expect(longestWindowSeconds(10e6, 1500)).toBeCloseTo(10, 6);
    expect(longestWindowSeconds(1e9, 1500)).toBeCloseTo(0.1, 6);
  });
});

describe('the packets around a moment', () => {
  const scenario = { duration_s: 10, packet_bytes: 1500, bottleneck: { rate_bps: 1e7 } };

  it('are half a second around it, and never outside of the run', () => {
    expect(momentRange(5, scenario)).toEqual([4.75, 5.25]);
    expect(momentRange(0.1, scenario)).toEqual([0, 0.5]);
    expect(momentRange(10, scenario)).toEqual([9.5, 10]);
  });

  it('are fewer where a link is so fast that half a second has too many', () => {
    const fast = { ...scenario, bottleneck: { rate_bps: 1e11 } };
    const [from, to] = momentRange(5, fast);
    expect(to - from).toBeLessThanOrEqual(longestWindowSeconds(1e11, 1500) + 1e-12);
  });
});
