/**
 * The scenario of a change that has a value of its own, as backend/lab_model/what_if/alterations.py
 * makes it, for a first look at it. Pure.
 */
import type { Scenario } from '@/api/types';
import type { Alteration } from '@/api/whatIf';

/** null: the change has no value to set, or no such group. */
export function alteredScenario(base: Scenario, alteration: Alteration): Scenario | null {
  switch (alteration.kind) {
    case 'equal_rtts': {
      const { rtt_s } = alteration;
      if (rtt_s == null) return null;
      const fixed = withFixedBuffer(base);
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
      const { amount, unit = 'bdp', rtt_s = null } = alteration.buffer;
      return { ...base, bottleneck: { ...base.bottleneck, buffer: { amount, unit, rtt_s } } };
    }
    default:
      return null;
  }
}

/** A buffer in BDPs of the shortest flow keeps that flow's RTT, whatever becomes of it. */
function withFixedBuffer(base: Scenario): Scenario {
  const { bottleneck, flows } = base;
  const { buffer } = bottleneck;
  if (buffer.unit !== 'bdp' || buffer.rtt_s != null) return base;
  const passing = flows.filter(({ path, return_path }) =>
    [...path, ...return_path].includes(BOTTLENECK),
  );
  const rtt_s = Math.min(...(passing.length > 0 ? passing : flows).map((flow) => flow.rtt_s));
  return { ...base, bottleneck: { ...bottleneck, buffer: { ...buffer, rtt_s } } };
}

const BOTTLENECK = 'bottleneck';
