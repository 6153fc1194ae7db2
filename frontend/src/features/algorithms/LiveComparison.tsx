import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import { elapsed } from '@/analysis/numbers/shown';
import { toShortest } from '@/analysis/numbers/units';
import { usePresets } from '@/api/catalog';
import { runShared } from '@/api/runs/sharedRuns';
import type { Algorithm, Run, Scenario } from '@/api/types';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { type Arm, caseNumbers, type CaseNumbers, caseSentence } from './caseNumbers';
import { type CaseId, caseOf, caseScenario, type LiveCase } from './cases';
import { CaseStages } from './CaseStages';
import styles from './live.module.css';
import { PRESET_ID, useRunBeside } from './useRunBeside';

/** Why these two, and why this path. */
const WHY = {
  unlike_rtts: (title: string, beside: string) =>
    `How evenly flows with different RTTs share a link, with ${title} and with ${beside}: two flows, 35 and 25 ms, with 0.15% random loss.`,
  random_loss: (title: string, beside: string) =>
    `${title} and ${beside} respond differently to losses that are not caused by a full queue: a single flow on a link with 1% random loss.`,
  long_fat_path: (title: string, beside: string) =>
    `${title} was designed for paths on which ${beside} recovers slowly after a loss: a single ` +
    'flow on 100 Mbit/s and 100 ms, with a buffer of 0.2 BDP.',
  deep_buffer: (title: string, beside: string) =>
    `${title} was designed to limit its queue, while ${beside} fills the buffer until packets are lost: a single flow with a buffer of 8 BDP.`,
  shallow_buffer: (title: string, beside: string) =>
    `${title} was designed to lose less than ${beside} in small buffers: two equal flows with a buffer of 0.3 BDP.`,
  step_marking: (title: string, beside: string) =>
    `${title} was designed to keep the queue short by responding to the fraction of marked packets, while ${beside}, without ECN here, fills the buffer: two equal flows through a queue that marks above 20 packets.`,
  l4s: (title: string, beside: string) =>
    `${title} was designed for the low-latency queue of DualPI2, while ${beside} uses the classic one: a single flow.`,
} satisfies Record<CaseId, (title: string, beside: string) => string>;

interface LiveComparisonProps {
  readonly algorithm: Algorithm;
  readonly all: readonly Algorithm[];
}

/** The algorithm beside the one that it is read against, computed when the page opens. */
export function LiveComparison({ algorithm, all }: LiveComparisonProps) {
  const live = useMemo(() => caseOf(algorithm), [algorithm]);
  const beside = all.find(({ name }) => name === live.beside);
  const presets = usePresets();
  const preset = presets.data?.find(({ id }) => id === PRESET_ID) ?? presets.data?.[0];
  const base = preset?.variants[0]?.scenario;
  if (beside === undefined || beside.name === algorithm.name || base === undefined) return null;
  return <Comparison live={live} base={base} own={algorithm} beside={beside} />;
}

interface ComparisonProps {
  readonly live: LiveCase;
  readonly base: Scenario;
  readonly own: Algorithm;
  readonly beside: Algorithm;
}

const FIRST_SEED = 1;

function Comparison({ live, base, own, beside }: ComparisonProps) {
  const [attempt, setAttempt] = useState(0);
  const scenarios = useMemo(
    () => ({
      baseline: caseScenario(live, base, beside.name),
      own: caseScenario(live, base, own.name),
    }),
    [live, base, beside.name, own.name],
  );
  const runs = useCase(scenarios.baseline, scenarios.own, live.seedCount, attempt);
  const numbers = useMemo(() => caseNumbers(live.measure, runs.baseline, runs.own), [live, runs]);
  // The first seed comes soon; when all are there, the one that stands for them.
  const isWhole = numbers?.count === live.seedCount;
  const drawn = isWhole ? numbers.typicalSeed : FIRST_SEED;
  const open = useRunBeside();
  const arms = useMemo(
    () => [
      { title: own.title, scenario: scenarios.own, run: runs.own.get(drawn) },
      {
        title: beside.title,
        scenario: scenarios.baseline,
        run: runs.baseline.get(drawn),
      },
    ],
    [own.title, beside.title, scenarios, runs, drawn],
  );
  return (
    <section className={styles.live} aria-label={`${own.title} against ${beside.title}`}>
      <header>
        <h2>{`${own.title} against ${beside.title}`}</h2>
        <Button
          disabled={open.isStarting}
          onClick={() => open.start(scenarios.baseline, scenarios.own, drawn, numbers?.count)}
        >
          {open.isStarting ? 'Opening' : 'Open both in the workbench'}
        </Button>
      </header>
      <p className="quiet">{WHY[live.id](own.title, beside.title)}</p>
      <CaseResult
        live={live}
        runs={runs}
        numbers={numbers}
        drawn={drawn}
        own={own.title}
        baseline={beside.title}
      />
      {runs.error !== null && (
        <Note
          tone="bad"
          title="The comparison stopped"
          action={{ label: 'Try again', onClick: () => setAttempt((count) => count + 1) }}
        >
          {runs.error.message}
        </Note>
      )}
      {open.error !== null && (
        <Note tone="bad" title="The runs were not opened">
          {open.error.message}
        </Note>
      )}
      <CaseStages live={live} arms={arms} />
    </section>
  );
}

interface CaseResultProps {
  readonly live: LiveCase;
  readonly runs: CaseRuns;
  readonly numbers: CaseNumbers | null;
  readonly drawn: number;
  readonly own: string;
  readonly baseline: string;
}

/** The sentence; until the first seed is done, how far it is. */
function CaseResult({ live, runs, numbers, drawn, own, baseline }: CaseResultProps) {
  if (numbers === null) return <p className={styles.said}>{waitingText(runs, live)}</p>;
  return (
    <>
      {/* Busy while seeds come in: a screen reader hears the sentence once, when it stands. */}
      <p className={styles.said} aria-live="polite" aria-busy={numbers.count < live.seedCount}>
        {caseSentence(live, numbers, { own, baseline }).map(({ text, isStrong }, index) =>
          isStrong === true ? <b key={index}>{text}</b> : text,
        )}
      </p>
      <p className="small quiet">
        {`Geometric mean and 95% interval over ${numbers.count === live.seedCount ? '' : `${numbers.count} of `}${live.seedCount} seeds, the ` +
          `same for both; each run is averaged over all of its ${live.durationSeconds} s. Drawn: seed ${drawn}` +
          (numbers.count === live.seedCount ? ', the one nearest to the medians.' : '.')}
      </p>
    </>
  );
}

function waitingText({ baseline, own }: CaseRuns, { durationSeconds }: LiveCase): string {
  const run = [own.get(FIRST_SEED), baseline.get(FIRST_SEED)].find(
    (each) => each?.status === 'running',
  );
  if (run === undefined) return 'Computing; the curves appear with the first seed.';
  return `${elapsed(run.progress.simulated_s)} s of ${toShortest(durationSeconds)} s simulated.`;
}

/** So many runs at a time: no user has requested these; others may wait for theirs. */
const MOST_AT_ONCE = 2;

interface CaseRuns {
  readonly baseline: Arm;
  readonly own: Arm;
  readonly error: Error | null;
}

const NOTHING: CaseRuns = { baseline: new Map(), own: new Map(), error: null };

/** Runs every seed of a case under both algorithms; what is stored already comes at once. */
function useCase(baseline: Scenario, own: Scenario, seedCount: number, attempt: number): CaseRuns {
  const queryClient = useQueryClient();
  const [runs, setRuns] = useState(NOTHING);
  useEffect(() => {
    const controller = new AbortController();
    const update = (change: (old: CaseRuns) => CaseRuns) => {
      if (!controller.signal.aborted) setRuns(change);
    };
    const seeds = Array.from({ length: seedCount }, (_, index) => index + 1);
    void runBoth(queryClient, { baseline, own }, seeds, controller.signal, update);
    return () => controller.abort();
  }, [queryClient, baseline, own, seedCount, attempt]);
  return runs;
}

async function runBoth(
  queryClient: QueryClient,
  { baseline, own }: { readonly baseline: Scenario; readonly own: Scenario },
  seeds: readonly number[],
  signal: AbortSignal,
  update: (change: (old: CaseRuns) => CaseRuns) => void,
): Promise<void> {
  const stop = new AbortController();
  signal.addEventListener('abort', () => stop.abort());
  const works = seeds.flatMap((seed) => [
    { scenario: baseline, seed },
    { scenario: own, seed },
  ]);
  update(() => NOTHING);
  try {
    await runShared(queryClient, works, MOST_AT_ONCE, stop.signal, ({ scenario }, run) => {
      const arm = scenario === baseline ? 'baseline' : 'own';
      update((old) => ({ ...old, [arm]: new Map(old[arm]).set(run.seed, run) }));
      if (run.status === 'failed' || run.status === 'cancelled') throw failureOf(run);
    });
  } catch (error) {
    stop.abort();
    update((old) => ({ ...old, error: error instanceof Error ? error : new Error(String(error)) }));
  }
}

function failureOf({ seed, error, status }: Run): Error {
  return new Error(`Seed ${seed}: ${error?.message ?? status}`);
}
