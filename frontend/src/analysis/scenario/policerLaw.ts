/** The picture of a policer: its bucket, how it empties while too much comes, and what is in it. */
import { formatCount, joinQuantity, formatSetRate, toThreeDigits } from '@/analysis/numbers/units';

import type { Parts, QueueRule } from './queuePicture';

const BITS_PER_BYTE = 8;
const BYTES_PER_KB = 1e3;

const inKb = (bytes: number) => `${toThreeDigits(bytes / BYTES_PER_KB)} kB`;

export function policer({ number, facts, now }: Parts): QueueRule {
  const tokenBps = number('token_rate_ratio') * facts.rateBps;
  // At least one packet (policer.cpp).
  const bucket = Math.max((tokenBps * number('bucket_s')) / BITS_PER_BYTE, facts.packetBytes);
  const tokens = now?.('token_bytes') ?? null;
  const policed = now?.('policed_packets') ?? null;
  return {
    words:
      `Policer: what comes faster than ${joinQuantity(formatSetRate(tokenBps))} takes tokens from ` +
      `a bucket of ${inKb(bucket)}; once that is empty it is dropped`,
    x: null,
    y: null,
    curves: [],
    lines: [],
    sides: null,
    sticks: [],
    stickWords: '',
    nextStick: null,
    trails: [],
    gauges: [
      {
        title: 'tokens',
        max: 1.25 * bucket,
        limits: [{ at: bucket, text: 'full' }],
        value: tokens,
        valueText: tokens === null ? '' : inKb(tokens),
      },
    ],
    lanes: [],
    now:
      tokens === null || policed === null
        ? ''
        : `${inKb(tokens)} of tokens in a bucket of ${inKb(bucket)}; ` +
          `${formatCount(policed)} ${policed === 1 ? 'packet' : 'packets'} dropped so far.`,
  };
}
