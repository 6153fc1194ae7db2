/** The series of a run's flows, as a measurement has them. */
import { readChunk } from './chunk';
import type { ScenarioRules } from './complete';
import type { CoreInstance } from './module';
import { planOf } from './plan';

interface FlowSeries {
  readonly time_s: number[];
  readonly throughput_bps: (number | null)[];
  readonly rtt_s: (number | null)[];
}

const USUAL_INTERVAL_S = 0.1;

/** Of each flow in the scenario's order. Samples are those of 0.1 s, the default of a scenario. */
export function flowSeries(
  core: CoreInstance,
  rules: ScenarioRules,
  scenario: { readonly flows: readonly unknown[] },
  { seed, isSmoothed }: { readonly seed: number; readonly isSmoothed: boolean },
): FlowSeries[] {
  const found = scenario.flows.map((): FlowSeries => ({
    time_s: [],
    throughput_bps: [],
    rtt_s: [],
  }));
  const plan = planOf(rules, { ...scenario, sample_interval_s: USUAL_INTERVAL_S });
  core.run(plan, seed, {
    onChunk: (bytes, digestedSize) => {
      const { firstSample, sampleCount, subjects } = readChunk(bytes.subarray(0, digestedSize));
      for (const { kind, index, columns } of subjects) {
        const flow = kind === 'flow' ? found[index] : undefined;
        if (flow === undefined) continue;
        const rates = columns.get('goodput_bps');
        const rtts = columns.get(isSmoothed ? 'srtt_s' : 'rtt_s');
        for (let at = 0; at < sampleCount; at += 1) {
          flow.time_s.push((firstSample + at + 1) * USUAL_INTERVAL_S);
          flow.throughput_bps.push(known(rates?.[at]));
          flow.rtt_s.push(known(rtts?.[at]));
        }
      }
    },
  });
  return found;
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
