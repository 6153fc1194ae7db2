/** What `ss -ti` says of a socket at a time: words with colons, pairs, and blocks of algorithms. */
import type { KernelCounters } from '@/analysis/imports/evidence';

export interface Sample {
  readonly time_s: number;
  /** Acknowledged, or sent where that is not said; null: the kernel counts no bytes. */
  readonly sent_bytes: number | null;
  readonly received_bytes: number;
  readonly rtt_s: number | null;
  readonly min_rtt_s: number | null;
  readonly cwnd_bytes: number | null;
  readonly inflight_bytes: number | null;
  readonly pacing_rate_bps: number | null;
  readonly bandwidth_bps: number | null;
  readonly receive_window_bytes: number | null;
  readonly counters: Omit<KernelCounters, 'all_s'> | null;
  readonly retransmitted: number;
  /** With data that were sent; null: the kernel does not count them. */
  readonly segments: number | null;
  readonly algorithm: string | null;
  /** Or no window at all. */
  readonly hasMss: boolean;
}

const MS_PER_S = 1000;
/** Of a packet of 1,500 bytes, where the log does not say it. */
export const PAYLOAD_BYTES = 1448;
const WHOLE = /^\d+/;
/** Also as locales with a comma write it. */
const DECIMAL = /^\d+(?:[.,]\d+)?/;
const MILLISECONDS = /^\d+(?=ms)/;
/** Of `retrans:1/34` all since the beginning. */
const BEHIND_SLASH = /(?<=^\d+\/)\d+/;
/** `12345678bps`, or `12.3Mbps` as ss writes without -n. */
const PACING = /\bpacing_rate (\d+(?:\.\d+)?)([KMGT]?)bps/;
/** Of BBR. */
const BANDWIDTH = /\bbw:(\d+(?:\.\d+)?)([KMGT]?)bps/;

/**
 * What stands behind the first colon of each word. Blocks of algorithms, as vegas:(..,minrtt:9),
 * are one word, even with names inside.
 */
function wordsOf(facts: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const word of facts.split(/\s+/)) {
    const at = word.indexOf(':');
    if (at > 0 && !words.has(word.slice(0, at))) words.set(word.slice(0, at), word.slice(at + 1));
  }
  return words;
}

export function sampleOf(facts: string, time_s: number): Sample {
  const words = wordsOf(facts);
  const number = (name: string, form = WHOLE) => {
    const found = form.exec(words.get(name) ?? '');
    return found === null ? null : Number(found[0].replace(',', '.'));
  };
  const seconds = (name: string, form: RegExp) => {
    const ms = number(name, form);
    return ms === null ? null : ms / MS_PER_S;
  };
  const cwnd = number('cwnd');
  const ownMss = number('mss');
  // Before iproute2 3.2 ss says no mss.
  const mss = ownMss ?? (cwnd === null ? null : PAYLOAD_BYTES);
  const sent = number('bytes_sent');
  const again = number('bytes_retrans') ?? 0;
  const unacked = number('unacked');
  const busy_s = seconds('busy', MILLISECONDS);
  return {
    time_s,
    sent_bytes: number('bytes_acked') ?? (sent === null ? null : sent - again),
    received_bytes: number('bytes_received') ?? 0,
    rtt_s: seconds('rtt', DECIMAL),
    min_rtt_s: seconds('minrtt', DECIMAL),
    cwnd_bytes: cwnd === null || mss === null ? null : cwnd * mss,
    // Left out where it is 0, by kernels that have it: those that count the time being busy.
    inflight_bytes: mss === null || (unacked ?? busy_s) === null ? null : (unacked ?? 0) * mss,
    pacing_rate_bps: rateOf(PACING.exec(facts)),
    bandwidth_bps: rateOf(BANDWIDTH.exec(facts)),
    receive_window_bytes: number('snd_wnd'),
    counters:
      busy_s === null
        ? null
        : {
            busy_s,
            receiver_s: seconds('rwnd_limited', MILLISECONDS) ?? 0,
            sendBuffer_s: seconds('sndbuf_limited', MILLISECONDS) ?? 0,
          },
    retransmitted: number('retrans', BEHIND_SLASH) ?? 0,
    segments: number('data_segs_out'),
    // Flags come first (ts, sack, ecn), then the algorithm, then what has a colon.
    hasMss: ownMss !== null || cwnd === null,
    algorithm: /(?:^|\s)([a-z]\w*)\s+(?:wscale:|rto:)/.exec(facts)?.[1] ?? null,
  };
}

const PREFIXES = new Map([
  ['K', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
]);

function rateOf(found: RegExpExecArray | null): number | null {
  return found === null ? null : Number(found[1]) * (PREFIXES.get(found[2] ?? '') ?? 1);
}
