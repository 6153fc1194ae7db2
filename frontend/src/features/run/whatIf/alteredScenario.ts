/**
 * The scenario of a change that has a value of its own, as backend/lab_model/what_if/alterations.py
 * makes it, for a first look at it. Pure.
 */
import { significant } from '@/analysis/numbers/shown';
import type { Scenario } from '@/api/types';
import type { Alteration } from '@/api/runs/whatIf';

/** null: the change has no value to set, or no such group. */
export function alteredScenario(base: Scenario, alteration: Alteration): Scenario | null {
  switch (alteration.kind) {
    case 'equal_rtts': {
      const { rtt_s } = alteration;
      if (rtt_s == null) return null;
      const fixed = withFixedBuffers(base);
      return { ...fixed, flows: base.flows.map((flow) => ({ ...flow, rtt_s })) };
    }
    case 'other_algorithm': {
      const { group_index, algorithm } = alteration;
      const { name, parameters = {} } = algorithm;
      const flows = base.flows.map((flow, index) =>
        index === group_index ? { ...flow, algorithm: { name, parameters } } : flow,
      );
      return { ...base, flows };
    }
    case 'other_buffer': {
      const { link_id } = alteration;
      const { amount, unit = 'bdp', rtt_s = null } = alteration.buffer;
      return withBuffers(base, (link, id) =>
        id === link_id ? { ...link, buffer: { amount, unit, rtt_s } } : link,
      );
    }
    default:
      return null;
  }
}

/** Buffers in BDPs of the shortest flow keep that flow's RTT, whatever becomes of it. */
function withFixedBuffers(base: Scenario): Scenario {
  return withBuffers(base, (link, id) => {
    const { buffer } = link;
    if (buffer.unit !== 'bdp' || buffer.rtt_s != null) return link;
    return { ...link, buffer: { ...buffer, rtt_s: shortestRtt(base, id) } };
  });
}

/** Of all flows, as the server takes it where none is given. */
export function meanRtt({ flows }: Scenario): number {
  const count = flows.reduce((sum, flow) => sum + flow.count, 0);
  const total = flows.reduce((sum, flow) => sum + flow.rtt_s * flow.count, 0);
  return significant(total / count);
}

/** Of the flows whose data or ACKs pass a link; of all where none does. */
export function shortestRtt({ flows }: Scenario, linkId: string): number {
  const passing = flows.filter(({ path, return_path }) =>
    [...path, ...return_path].includes(linkId),
  );
  return Math.min(...(passing.length > 0 ? passing : flows).map((flow) => flow.rtt_s));
}

function withBuffers(
  base: Scenario,
  change: <Link extends Scenario['bottleneck']>(link: Link, id: string) => Link,
): Scenario {
  return {
    ...base,
    bottleneck: change(base.bottleneck, BOTTLENECK),
    links: base.links.map((link) => change(link, link.id)),
  };
}

const BOTTLENECK = 'bottleneck';
