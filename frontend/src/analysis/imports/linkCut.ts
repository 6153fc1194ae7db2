/** A part of a link's trace, from its own start on. Pure. */
import type { DelaySteps, LossStep } from './linkSteps';
import { type LinkTrace, PACKET_BITS } from './linkTrace';

/** What the link does from one time to another; null: it sends nothing then. */
export function cutLink(link: LinkTrace, from_s: number, to_s: number): LinkTrace | null {
  const [from_ms, to_ms] = [Math.round(from_s * 1000), Math.round(to_s * 1000)];
  const opportunities_ms = link.opportunities_ms
    .filter((ms) => (ms > from_ms || from_ms === 0) && ms <= to_ms)
    .map((ms) => ms - from_ms);
  const last_ms = opportunities_ms.at(-1) ?? 0;
  if (last_ms === 0) return null;
  const { delay, loss_steps, about } = link;
  return {
    ...link,
    opportunities_ms,
    mean_rate_bps: (opportunities_ms.length * PACKET_BITS * 1000) / last_ms,
    ...(delay === undefined ? {} : { delay: cutDelay(delay, from_s, to_s) }),
    ...(loss_steps === undefined ? {} : { loss_steps: stepsIn(loss_steps, from_s, to_s) }),
    about: {
      ...about,
      left_out: [...about.left_out, `All but the time from ${from_s} to ${to_s} s, as chosen.`],
    },
  };
}

function cutDelay({ rtt_s, delay_s, steps }: DelaySteps, from_s: number, to_s: number): DelaySteps {
  const own = stepsIn(steps, from_s, to_s);
  const first_s = own[0]?.delay_s ?? delay_s;
  // The way back keeps its delay.
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
