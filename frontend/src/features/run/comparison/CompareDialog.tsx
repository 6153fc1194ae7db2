import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useChoosableAlgorithms } from '@/api/algorithms/modules';
import { useOpenRuns } from '@/opening/startRuns';
import type { Run, Scenario } from '@/api/types';
import { formatItems } from '@/state/compareUrl';
import { AlgorithmOptions } from '@/ui/fields/AlgorithmOptions';
import { Dialog } from '@/ui/overlay/Dialog';
import { Note } from '@/ui/Note';

import styles from './compare.module.css';
import { Comparison } from './Comparison';
import type { RunsBeside } from '../view/useRunView';

interface CompareDialogProps {
  /** The current run, then those that it is compared with. */
  readonly runs: readonly Run[];
  readonly beside: RunsBeside;
  readonly titleOf: (algorithm: string) => string;
  readonly onClose: () => void;
}

/** Chooses what lies under this run: the same under another algorithm or seed, or a run of mine. */
export function CompareDialog({ runs, beside, titleOf, onClose }: CompareDialogProps) {
  const [run] = runs;
  if (run === undefined) return null;
  const choose = (id: string) => {
    beside.addRun(id);
    onClose();
  };
  return (
    <Dialog title="Compare with" onClose={onClose}>
      <Starters run={run} onStarted={choose} />
      <div className={styles.part}>
        <Comparison runs={runs} beside={beside} titleOf={titleOf} onAdded={onClose} />
      </div>
      <OverSeeds runs={runs} count={beside.seedCount ?? USUAL_SEEDS} />
    </Dialog>
  );
}

const USUAL_SEEDS = 10;

/** The same runs over several seeds: one seed each proves nothing. */
function OverSeeds({ runs, count }: { runs: readonly Run[]; count: number }) {
  const [current, ...others] = runs;
  // The page of comparisons begins with the baseline.
  const ordered = [...others.slice(0, 1), ...(current ? [current] : []), ...others.slice(1)];
  const of = formatItems(ordered.map(({ id }) => ({ kind: 'runs', ids: [id] })));
  if (others.length === 0 || of === undefined) return null;
  return (
    <section className={styles.part}>
      <h3>Over seeds, with intervals</h3>
      <div className={styles.starters}>
        <Link to="/compare" search={{ of, seeds: count }}>
          These runs over {count} seeds
        </Link>
      </div>
    </section>
  );
}

/** One click to the usual comparisons: the same seed under another algorithm, or another seed. */
function Starters({ run, onStarted }: { run: Run; onStarted: (id: string) => void }) {
  const start = useOpenRuns();
  const { data: algorithms = [] } = useChoosableAlgorithms(run.scenario);
  const own = new Set(run.scenario.flows.map(({ algorithm }) => algorithm.name));
  const others = algorithms.filter(({ name }) => own.size > 1 || !own.has(name));
  const [picked, setChosen] = useState('');
  const chosen = picked === '' ? (others[0]?.name ?? '') : picked;
  const begin = (scenario: Scenario, seed: number) =>
    start.mutate([{ scenario, seed, name: run.name === '' ? null : run.name }], {
      onSuccess: ([fresh]) => fresh && onStarted(fresh.id),
    });
  return (
    <section className={styles.part}>
      <h3>The same scenario and seed under</h3>
      <div className={styles.starters}>
        <select
          aria-label="Another algorithm"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          <AlgorithmOptions algorithms={others} />
        </select>
        <button
          type="button"
          disabled={start.isPending || chosen === ''}
          onClick={() => begin(underAlgorithm(run.scenario, chosen), run.seed)}
        >
          Run
        </button>
        <button
          type="button"
          disabled={start.isPending}
          onClick={() => begin(run.scenario, run.seed + 1)}
        >
          {`seed ${run.seed + 1}`}
        </button>
      </div>
      {start.error !== null && (
        <Note tone="bad" title="The run was not started.">
          {start.error.message}
        </Note>
      )}
    </section>
  );
}

/** Every flow under one algorithm with its defaults; all else as it was. */
function underAlgorithm(scenario: Scenario, name: string): Scenario {
  const flows = scenario.flows.map((group) => ({
    ...group,
    algorithm: { ...group.algorithm, name, parameters: {} },
  }));
  return { ...scenario, flows };
}
