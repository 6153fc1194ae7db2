/** Terms of the field that texts of labs use without explaining them. */
import { t } from '@lingui/core/macro';

import { definitions } from '@/analysis/numbers/definitions';

interface LabTerm {
  /** As it stands in a text, in any case unless it is an abbreviation. */
  readonly name: string;
  readonly definition: string;
}

const TERMS: readonly LabTerm[] = [
  {
    name: t`BDP`,
    definition: t`Bandwidth-delay product: the rate of the link times the RTT of an empty path. This much is in flight when the link is busy and no packet waits.`,
  },
  { name: t`Jain’s index`, definition: definitions.jain.text },
  { name: 'goodput', definition: definitions.goodput.text },
  {
    name: t`congestion window`,
    definition: t`cwnd: the most that a sender may have in flight, sent and not acknowledged yet. Congestion control sets it.`,
  },
  {
    name: t`slow start`,
    definition: t`How a connection begins: the window doubles in every RTT, until something is lost or the threshold is reached (RFC 5681, section 3.1).`,
  },
  {
    name: t`initial window`,
    definition: t`What a new connection may send before the first ACK arrives: ten packets since RFC 6928.`,
  },
  {
    name: t`AIMD`,
    definition: t`Additive increase, multiplicative decrease: the window grows by one packet in an RTT and is halved after a loss.`,
  },
  {
    name: t`in flight`,
    definition: t`Sent, and neither acknowledged nor known to be lost.`,
  },
  {
    name: t`pacing`,
    definition: t`Sending packets evenly over time, at a rate, instead of as soon as an ACK comes.`,
  },
  {
    name: t`Startup`,
    definition: t`BBR’s first phase: it sends ever faster until the delivery rate stops growing.`,
  },
  {
    name: t`Drain`,
    definition: t`BBR’s phase after Startup: it sends slowly until the queue that it built is gone.`,
  },
  {
    name: t`ProbeBW`,
    definition: t`BBR’s usual phase: it sends a little faster now and then to see whether there is more bandwidth, and a little slower afterwards.`,
  },
  {
    name: t`ProbeRTT`,
    definition: t`BBR’s phase in which it keeps little in flight for 0.2 s, so that the queue empties and the lowest RTT can be measured.`,
  },
  {
    name: t`drop-tail`,
    definition: t`A queue that drops the packets that arrive while it is full, and no others.`,
  },
  {
    name: t`AQM`,
    definition: t`Active queue management: a queue that drops or marks packets before it is full, to keep it short.`,
  },
  {
    name: t`CoDel`,
    definition: t`A queue that drops or marks packets once they have waited longer than 5 ms for 100 ms without a break (RFC 8289).`,
  },
  {
    name: t`FQ-CoDel`,
    definition: t`A queue for each flow, served in turn, each of them managed by CoDel (RFC 8290).`,
  },
  {
    name: t`PIE`,
    definition: t`A queue that drops or marks arriving packets with a probability, which it adjusts to keep the delay near a target (RFC 8033).`,
  },
  {
    name: t`DualPI2`,
    definition: t`Two coupled queues: a short one for senders that react to marks as L4S does, another one for all others (RFC 9332).`,
  },
  {
    name: t`L4S`,
    definition: t`Low latency, low loss, scalable throughput: senders that react to every mark, so that queues can be very short (RFC 9330).`,
  },
  {
    name: t`ECN`,
    definition: t`Explicit congestion notification: a queue marks packets instead of dropping them, and the receiver tells the sender of the marks (RFC 3168).`,
  },
  {
    name: t`handshake`,
    definition: t`The exchange that opens a connection before the first data; TCP’s takes one RTT.`,
  },
  {
    name: t`seed`,
    definition: t`The number that random draws start from: equal seeds give equal runs, another seed gives other losses and starts.`,
  },
  {
    name: t`Kleinrock’s point`,
    definition: t`One BDP in flight: the link is just busy, and nothing waits in its queue. Less leaves the link idle, more only adds delay.`,
  },
];

/** The term that a text means: apostrophes and cases of letters vary. */
export function termOf(text: string): LabTerm | undefined {
  return TERMS.find(({ name }) => plain(name) === plain(text));
}

/** Matches every term as a word; an abbreviation only as it is written. */
export const ANY_TERM = new RegExp(`(?<![\\w-])(?:${patterns().join('|')})(?![\\w-])`, 'g');

/** The longest first: FQ-CoDel is no CoDel. */
function patterns(): string[] {
  const names = TERMS.map(({ name }) => name);
  return names.toSorted((one, two) => two.length - one.length).map(patternOf);
}

function patternOf(name: string): string {
  const text = name.replace('’', "[’']").replace(' ', '\\s');
  const isAbbreviation = /[A-Z].*[A-Z]/.test(name);
  return isAbbreviation
    ? text
    : text.replace(/^[a-z]/, (first) => `[${first}${first.toUpperCase()}]`);
}

const plain = (text: string) => text.replace(/[’']/g, '’').replace(/\s+/g, ' ').toLowerCase();
