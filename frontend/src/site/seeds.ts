/** Seeds of some settings that were computed here together, as backend/lab/seeds answers. */
import type { RunResult, Scenario, SeedArm, SeedsTogether } from '@/api/types';
import { behaviour_version } from '@/core/ccsim.json';
import { CurveCollector, type RunCurves } from '@/core/curves';

import { checkedOf } from './checked';
import { chunksOf, doneOf, type Entry } from './runs';

/** A picture of 240 points shows no more of a number. */
const DIGITS = 4;

interface SeedsWanted {
  readonly scenarios: readonly Scenario[];
  readonly seeds: readonly number[];
}

export async function readSeeds({ scenarios, seeds }: SeedsWanted): Promise<SeedsTogether> {
  const wanted = [...new Set(seeds)].sort((a, b) => a - b);
  const digests = await Promise.all(
    scenarios.map(async (scenario) => (await checkedOf(scenario)).scenario_digest),
  );
  const found = await Promise.all(
    wanted.map((seed) => Promise.all(digests.map((digest) => doneOf(digest, seed)))),
  );
  const known = found.filter((row): row is Entry[] => row.every((entry) => entry !== null));
  const knownSeeds = known.map(([first]) => first?.run.seed ?? 0);
  return {
    behaviour_version,
    core_version: known[0]?.[0]?.run.core_version ?? null,
    seeds: knownSeeds,
    missing: wanted.filter((seed) => !knownSeeds.includes(seed)),
    arms: await Promise.all(
      digests.map((digest, arm) =>
        armOf(
          digest,
          known.flatMap((row) => row[arm] ?? []),
        ),
      ),
    ),
  };
}

async function armOf(scenario_digest: string, entries: readonly Entry[]): Promise<SeedArm> {
  const results = entries.flatMap(({ result }) => result ?? []);
  const curves = await Promise.all(entries.map(curvesOf));
  const [first] = curves;
  return {
    scenario_digest,
    buffer_bytes: results[0]?.link.buffer_bytes ?? null,
    results: results.map(seedResult),
    curves:
      first === undefined
        ? null
        : {
            point_s: first.pointSeconds,
            throughputs_bps: first.throughputs.map((_, group) =>
              over(curves.map(({ throughputs }) => throughputs[group] ?? [])),
            ),
            queue_bytes: over(curves.map(({ queueBytes }) => queueBytes)),
          },
  };
}

function seedResult({ seed, summary, flows }: RunResult) {
  const groupCount = 1 + Math.max(...flows.map(({ group_index }) => group_index));
  return {
    seed,
    throughput_ratio: summary.throughput_ratio,
    throughputs_bps: Array.from({ length: groupCount }, (_, group) =>
      flows
        .filter(({ group_index }) => group_index === group)
        .reduce((sum, flow) => sum + (flow.throughput_bps ?? 0), 0),
    ),
    mean_queue_bytes: summary.mean_queue_bytes ?? 0,
  };
}

async function curvesOf(entry: Entry): Promise<RunCurves> {
  const { duration_s, sample_interval_s, flows } = entry.run.scenario;
  const collector = new CurveCollector({
    durationSeconds: duration_s,
    sampleIntervalSeconds: sample_interval_s,
    groupOfFlow: flows.flatMap(({ count }, group) => Array.from({ length: count }, () => group)),
    groupCount: flows.length,
  });
  for (const chunk of await chunksOf(entry)) collector.takeChunk(chunk);
  return collector.curves(true);
}

type Curve = readonly (number | null)[];

/** Mean, lowest and highest of the seeds at every point. */
function over(seeds: readonly Curve[]) {
  const points = seeds[0]?.map((_, at) => seeds.flatMap((seed) => seed[at] ?? [])) ?? [];
  const each = (of: (known: readonly number[]) => number) =>
    points.map((known) => (known.length === 0 ? null : shortened(of(known))));
  return {
    mean: each((known) => known.reduce((sum, value) => sum + value, 0) / known.length),
    low: each((known) => Math.min(...known)),
    high: each((known) => Math.max(...known)),
  };
}

function shortened(value: number): number {
  if (value === 0) return 0;
  const scale = 10 ** (DIGITS - 1 - Math.floor(Math.log10(Math.abs(value))));
  return Math.round(value * scale) / scale;
}
