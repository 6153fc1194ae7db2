/**
 * Experiments of this browser as a file of runs holds them: the definition, and of each run the
 * digest of its numbers. A reader computes them again, and keeps all of it or nothing.
 */
import type { FiledExperiment } from '@/analysis/links/runsFile';
import { behaviour_version } from '@/core/ccsim.json';

import { askPython } from '../python/askPython';
import { keyOf, newId } from '../runs';
import { numbersOf, type KnownUnit } from '../units';
import { keptUnits, placeOf, type KeptExperiment, type Named, type Plan } from './kept';
import { addDone, allExperiments, AT_ONCE, inLanes, type Live } from './live';

/** The oldest first. Those that are not done, or of another core, cannot be compared. */
export async function experimentsForFile(): Promise<readonly FiledExperiment[]> {
  const all = await allExperiments();
  return all
    .filter(isOfNow)
    .map(({ kept: { name, forked_from, plan }, units }) => ({
      name,
      forked_from,
      definition: JSON.parse(plan.definition) as Record<string, unknown>,
      digests: units.map((row) =>
        row.map((unit) => (unit === null || typeof unit === 'string' ? null : unit.summaryDigest)),
      ),
    }))
    .reverse();
}

function isOfNow({ kept }: Live): boolean {
  return kept.status === 'done' && kept.behaviour_version === behaviour_version;
}

/** false: it is here already. Refuses with a sentence one that is not computed as in the file. */
export async function addExperiment(filed: FiledExperiment, onRun: () => void): Promise<boolean> {
  const { definition: experiment, digests, ...named } = filed;
  const request = { experiment, ...named };
  const { status, body } = await askPython('experiment_create', { request, known: [] });
  if (status !== 200) throw new Error((body as { detail: string }).detail);
  const { name, forked_from, ...plan } = body as Plan & Named;
  const { cells, seeds } = plan;
  const isWhole =
    digests.length === cells.length && digests.every(({ length }) => length === seeds.length);
  if (!isWhole) {
    throw new Error(
      `its definition has ${cells.length} cells of ${seeds.length} seeds, its digests are of others.`,
    );
  }
  const isHere = ({ kept }: Live) => kept.name === name && kept.plan.definition === plan.definition;
  if ((await allExperiments()).some((each) => isOfNow(each) && isHere(each))) return false;
  const { units, failures } = await computed(plan, digests, onRun);
  const now = new Date().toISOString();
  const kept: KeptExperiment = {
    id: newId(),
    name,
    forked_from,
    status: 'done',
    pause_reason: null,
    created_at: now,
    finished_at: now,
    behaviour_version,
    plan,
    failures,
  };
  // Numbers first, so that no list has an experiment with only some of them.
  await Promise.all([...units].map(([key, unit]) => keptUnits.put({ ...unit, key })));
  await addDone(kept);
  return true;
}

/** By the keys of equal work. Ends at the first run that differs from the file. */
async function computed(
  { cells, seeds }: Plan,
  digests: FiledExperiment['digests'],
  onRun: () => void,
) {
  const units = new Map<string, KnownUnit>();
  const failures: Record<string, string> = {};
  const wanted = seeds.flatMap((seed, place) =>
    cells.map((cell, index) => ({ ...cell, seed, index, digest: digests[index]?.[place] ?? null })),
  );
  await inLanes(wanted, AT_ONCE, async ({ index, digest, ...unit }) => {
    const key = keyOf(unit);
    const found = (await keptUnits.get(key)) ?? (await numbersOf(unit).catch(messageOf));
    const isEqual = typeof found === 'string' ? digest === null : found.summaryDigest === digest;
    if (!isEqual) {
      const said =
        typeof found === 'string'
          ? found
          : 'computed again here, its digest differs from that in the file.';
      throw new Error(`cell ${index}, seed ${unit.seed}: ${said}`);
    }
    if (typeof found === 'string') failures[placeOf(index, unit.seed)] = found;
    else units.set(key, found);
    onRun();
  });
  return { units, failures };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
