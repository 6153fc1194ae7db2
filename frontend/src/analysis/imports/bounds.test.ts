import { describe, expect, it } from 'vitest';

import { MOST_SAMPLES } from './bounds';
import { readTrace } from './trace';

const DAY_MS = 86_400_000;
const HEAD = (common: object) =>
  JSON.stringify({
    qlog_version: '0.4',
    qlog_format: 'JSON-SEQ',
    trace: { common_fields: common },
  });

/** So many packets of 1200 bytes, one each 100 ms from `startMs` on, and more events. */
function qlog(common: object, startMs: number, more: readonly object[] = [], count = 100): string {
  const sent = Array.from({ length: count }, (_, index) => ({
    time: startMs + index * 100,
    name: 'transport:packet_sent',
    data: { raw: { length: 1200 } },
  }));
  const records = [HEAD(common), ...[...sent, ...more].map((each) => JSON.stringify(each))];
  return records.map((record) => `\u001e${record}\n`).join('');
}

const EPOCH = {
  time_format: 'relative_to_epoch',
  reference_time: { clock_type: 'system', epoch: '1970-01-01T00:00:00.000Z' },
};

describe('a qlog whose clock starts long before the connection', () => {
  it.each([
    ['since 1970', EPOCH, Date.UTC(2025, 5, 1)],
    ['since the machine was started', EPOCH, DAY_MS],
    ['in the old way', { time_format: 'relative', reference_time: 0 }, Date.UTC(2025, 5, 1)],
  ])('begins at its first event: %s', (_, common, startMs) => {
    const [flow] = readTrace('a.sqlog', qlog(common, startMs)).flows;
    const { time_s = [], throughput_bps = [] } = flow?.columns ?? {};
    // The last packet, at 9.9 s, is of the step that it begins.
    expect(time_s.length).toBe(100);
    expect(time_s.at(-1)).toBeCloseTo(10, 9);
    const bits = throughput_bps.reduce<number>((sum, bps) => sum + (bps ?? 0) * 0.1, 0);
    expect(bits).toBeCloseTo(100 * 1200 * 8, 6);
  });

  it('keeps the wait before its first event where that is one', () => {
    const common = { time_format: 'relative', reference_time: 0 };
    const [flow] = readTrace('a.sqlog', qlog(common, 10_000)).flows;
    expect(flow?.columns.time_s.at(-1)).toBeCloseTo(20, 9);
  });
});

describe('a file that would fill the memory is refused with its bound', () => {
  const refused = (text: string) => {
    try {
      readTrace('hostile', text);
    } catch (error) {
      return String(error);
    }
    return 'read';
  };

  it('one event at 1e15', () => {
    const far = { time: 1e15, name: 'transport:packet_sent', data: { raw: { length: 1200 } } };
    expect(refused(qlog(EPOCH, Date.UTC(2025, 5, 1), [far]))).toMatch(
      /connection 1 lasts [\d,]+ s .*at most 86,400 s \(24 hours\) are read/,
    );
    expect(refused(qlog({ time_format: 'relative' }, 0, [far]))).toMatch(
      /lasts 1,000,000,000,000 s/,
    );
  });

  it('connections that are long together', () => {
    const events = [0, 86_000_000].map((time) => ({
      time,
      name: 'transport:packet_sent',
      data: {},
    }));
    const traces = Array.from({ length: 3 }, () => ({ events }));
    const text = JSON.stringify({ qlog_version: '0.3', traces }).replaceAll(
      '"events"',
      '"common_fields":{"time_format":"relative"},"events"',
    );
    expect(refused(text)).toMatch(/It would be 2,580,000 values.*at most 500,000 are read/);
    expect(MOST_SAMPLES).toBe(500_000);
  });

  it('ten million tiny intervals', () => {
    const text = `{"start":{},"intervals":[${'{},'.repeat(10_000_000)}{}]}`;
    expect(refused(text)).toMatch(/It has 10,000,00\d objects and lists; at most 3,000,000/);
  });

  it('more records than are read', () => {
    const text = `${HEAD({})}\n${'1\n'.repeat(1_000_001)}`;
    expect(refused(text)).toMatch(/more than 1,000,000 records/);
  });

  it('deep nesting', () => {
    expect(refused(`{"start":${'['.repeat(100_000)}`)).toMatch(/nested more than 64 levels/);
    expect(refused(`{"start":${'['.repeat(4_000_000)}`)).toMatch(/objects and lists/);
  });

  it('an interval of iperf3 that ends in a thousand years', () => {
    const stream = { socket: 5, start: 0, end: 3e10, seconds: 1, bits_per_second: 8e6 };
    const text = JSON.stringify({ start: {}, intervals: [{ streams: [stream] }], end: {} });
    expect(refused(text)).toMatch(/lasts 30,000,000,000 s/);
  });

  it('sockets whose counters go back again and again', () => {
    const sample = (bytes: number) =>
      [
        'ESTAB 0 0 192.0.2.1:5000 192.0.2.2:6000',
        `\t cubic wscale:7,7 rto:204 rtt:20/1 mss:1448 cwnd:10 bytes_acked:${bytes}`,
      ].join('\n');
    const lines = Array.from(
      { length: 4000 },
      (_, index) => `17000${String(index).padStart(5, '0')}\n${sample(9000 - 2 * index)}`,
    );
    expect(refused(lines.join('\n'))).toMatch(
      /None of its sockets \(4000\) sends or receives data/,
    );
  });
});
