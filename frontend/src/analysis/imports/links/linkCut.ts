/** A part of a link's trace, from its own start on. Pure. */
import type { DelaySteps, LossStep } from './linkSteps';
import { type LinkTrace, MOST_OPPORTUNITIES, PACKET_BITS } from './linkTrace';

/** As much of it, from its start on, as a scenario holds. */
export function withinLimit(link: LinkTrace): LinkTrace {
  const { opportunities_ms, about } = link;
  if (opportunities_ms.length <= MOST_OPPORTUNITIES) return link;
  const kept = opportunities_ms.slice(0, MOST_OPPORTUNITIES);
  const end_s = (kept.at(-1) ?? 0) / 1000;
  const most = MOST_OPPORTUNITIES.toLocaleString('en');
  const left = `Everything after ${end_s} s: ${most} opportunities are kept at most, since each is up to 8 bytes of a scenario of at most 4 MiB.`;
  return {
    ...partOf(link, kept, 0, end_s),
    about: { ...about, left_out: [...about.left_out, left] },
  };
}

/** What the link does from one time to another; null: it sends nothing then. */
export function cutLink(link: LinkTrace, from_s: number, to_s: number): LinkTrace | null {
  const [from_ms, to_ms] = [Math.round(from_s * 1000), Math.round(to_s * 1000)];
  const opportunities_ms = link.opportunities_ms
    .filter((ms) => (ms > from_ms || from_ms === 0) && ms <= to_ms)
    .map((ms) => ms - from_ms);
  if ((opportunities_ms.at(-1) ?? 0) === 0) return null;
  const { about } = link;
  return {
    ...partOf(link, opportunities_ms, from_s, to_s),
    about: {
      ...about,
      left_out: [...about.left_out, `All but the time from ${from_s} to ${to_s} s, as chosen.`],
    },
  };
}

/** With the opportunities of a part of it, what follows the trace besides in that part. */
function partOf(
  link: LinkTrace,
  opportunities_ms: readonly number[],
  from_s: number,
  to_s: number,
): LinkTrace {
  const { delay, loss_steps } = link;
  const last_ms = opportunities_ms.at(-1) ?? 0;
  return {
    ...link,
    opportunities_ms,
    mean_rate_bps: (opportunities_ms.length * PACKET_BITS * 1000) / last_ms,
    ...(delay === undefined ? {} : { delay: cutDelay(delay, from_s, to_s) }),
    ...(loss_steps === undefined ? {} : { loss_steps: stepsIn(loss_steps, from_s, to_s) }),
  };
}

function cutDelay({ rtt_s, delay_s, steps }: DelaySteps, from_s: number, to_s: number): DelaySteps {
  const own = stepsIn(steps, from_s, to_s);
  const first_s = own[0]?.delay_s ?? delay_s;
  // The return path keeps its delay.
  return { rtt_s: rtt_s - delay_s + first_s, delay_s: first_s, steps: own };
}

/** The step that holds at the start, then those within, counted from there. */
function stepsIn<S extends DelaySteps['steps'][number] | LossStep>(
  steps: readonly S[],
  from_s: number,
  to_s: number,
): S[] {
  const first = steps.findLast(({ at_s }) => at_s <= from_s);
  const within = steps.filter(({ at_s }) => at_s > from_s && at_s < to_s);
  return [...(first === undefined ? [] : [{ ...first, at_s: from_s }]), ...within].map((step) => ({
    ...step,
    at_s: Math.round((step.at_s - from_s) * 1e9) / 1e9,
  }));
}
