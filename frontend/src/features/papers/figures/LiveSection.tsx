import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { toShortest } from '@/analysis/numbers/units';
import type { LiveRun, PaperRow } from '@/analysis/papers/types';
import { anonymousClient } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import { rememberRun, useRuns } from '@/api/runs/runs';
import { useSeries } from '@/api/runs/series';
import { useRunEvents } from '@/api/runs/stream';
import type { Run, Scenario } from '@/api/types';
import { FigurePlot } from '@/charts/figure/FigurePlot';
import { FigureTable } from '@/charts/figure/FigureTable';
import { Picturable } from '@/pictures/Picturable';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import styles from './live.module.css';
import { liveFigure, liveMeasure, type LiveMeasure, type LiveScenario } from './liveModel';
import { LiveStages } from './LiveStages';
import { usePaperCaption } from './usePaperCaption';

interface LiveSectionProps {
  readonly live: LiveRun;
  /** The numbers of the figure: what of them is a mean over time is drawn as a level. */
  readonly rows: readonly PaperRow[];
}

/** A figure over time, computed on request and drawn as it comes. */
export function LiveSection({ live, rows }: LiveSectionProps) {
  const runs = useLiveRuns();
  const [turn, setTurn] = useState(0);
  const measure = liveMeasure(rows);
  const arms = useMemo(() => armsOf(live, rows), [live, rows]);
  const isIdle = runs.runs.length === 0;
  const seed = (live.arms[0]?.seed ?? 1) + Math.max(0, turn - 1);
  const start = (next: number) => {
    setTurn(next);
    runs.start(
      live.arms.map((arm, index) => ({
        scenario: arms[index]?.scenario ?? (arm.scenario as Scenario),
        seed: arm.seed + next - 1,
      })),
    );
  };
  return (
    <div className={styles.live}>
      <header>
        <h3>{live.title}</h3>
        <Button onClick={() => start(turn + 1)} disabled={runs.isStarting}>
          {runs.isStarting ? 'Starting' : isIdle ? 'Run it now' : 'Run another seed'}
        </Button>
        {!isIdle && <OpenRuns live={runs} />}
      </header>
      <p className="small quiet">{live.explanation}</p>
      <p className="small quiet" aria-live="polite">
        {saidOf(runs, seed, arms[0]?.scenario.duration_s ?? 0)}
      </p>
      <Failures live={runs} onRetry={() => start(Math.max(1, turn))} />
      {!isIdle && measure !== null && (
        <LiveFigures title={live.title} measure={measure} arms={arms} runs={runs.runs} />
      )}
      {/* Jain's index alone is a figure; every other one shows the flows as well. */}
      {!isIdle && measure !== 'jain' && (
        <LiveStages title={live.title} metrics={live.series} arms={arms} runs={runs.runs} />
      )}
    </div>
  );
}

function armsOf({ arms }: LiveRun, rows: readonly PaperRow[]): LiveScenario[] {
  return arms.map(({ title, scenario }, index) => ({
    label: title,
    isBaseline: index === 0 && arms.length > 1,
    published:
      rows.find(({ id, arm }) => arm === title && /-(ratio|mean)-/.test(id))?.published.value ??
      null,
    scenario: scenario as Scenario,
  }));
}

function saidOf({ runs }: LiveRuns, seed: number, duration: number): string {
  const running = runs.find(({ status }) => status === 'queued' || status === 'running');
  if (runs.some(({ status }) => status === 'failed')) return `Seed ${seed}.`;
  if (running === undefined)
    return `Seed ${seed}, computed while you watch. A single seed is an example, not a measurement.`;
  return `${toShortest(running.progress.simulated_s)} s of ${toShortest(duration)} s simulated`;
}

function OpenRuns({ live }: { live: LiveRuns }) {
  const [first, second] = live.runs;
  if (first === undefined) return null;
  return (
    <Link
      to="/runs/$id"
      params={{ id: second?.id ?? first.id }}
      search={second === undefined ? {} : { with: first.id }}
    >
      Open as runs
    </Link>
  );
}

function Failures({ live, onRetry }: { live: LiveRuns; onRetry: () => void }) {
  const failed = live.runs.find(({ status }) => status === 'failed');
  const why = live.error?.message ?? failed?.error?.message;
  if (why === undefined) return null;
  const title = live.error === null ? 'A run failed' : 'The runs were not started';
  return (
    <Note tone="bad" title={title} action={{ label: 'Try again', onClick: onRetry }}>
      {why}
    </Note>
  );
}

interface LiveFiguresProps {
  readonly title: string;
  readonly measure: LiveMeasure;
  readonly arms: readonly LiveScenario[];
  readonly runs: readonly Run[];
}

/** One number of both runs over time, second by second, beside the published means. */
function LiveFigures({ title, measure, arms, runs }: LiveFiguresProps) {
  const duration = arms[0]?.scenario.duration_s ?? 0;
  const request = useMemo(
    // One point for each second: what the paper's figures and Jain's short windows are made of.
    () => ({ metrics: ['throughput_bps'], flowIndices: [0, 1], range: null, points: duration }),
    [duration],
  );
  const ids = useMemo(() => runs.map(({ id }) => id), [runs]);
  const { data } = useSeries(ids, request, true);
  const model = useMemo(() => {
    const lines = arms.map((arm, index) => ({ ...arm, grid: data[index]?.grid }));
    return liveFigure(measure, lines, duration);
  }, [arms, data, measure, duration]);
  const label = `${title}: ${model.y.name}`;
  const caption = usePaperCaption();
  return (
    <>
      <Picturable title={label} caption={`${label}. ${caption}`}>
        <FigurePlot model={model} label={label} />
      </Picturable>
      <details className="ui-fold">
        <summary>Table</summary>
        <FigureTable model={model} title={label} />
      </details>
    </>
  );
}

/** Runs that a page starts to show something, followed while they compute. They have no owner. */
interface LiveWork {
  readonly scenario: Scenario;
  readonly seed: number;
}

interface LiveRuns {
  /** In the order in which they were asked for; none before that. */
  readonly runs: readonly Run[];
  readonly start: (works: readonly LiveWork[]) => void;
  readonly isStarting: boolean;
  readonly error: Error | null;
}

/** Stored runs are shown at once; the series of the others grow while they compute. */
function useLiveRuns(): LiveRuns {
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: (works: readonly LiveWork[]) => Promise.all(works.map(startNobodys)),
    onSuccess: (runs) => runs.forEach((run) => rememberRun(queryClient, run)),
  });
  const { runs, error } = useRuns((starting.data ?? []).map(({ id }) => id));
  useRunEvents(runs);
  return {
    runs,
    start: (works) => starting.mutate(works),
    isStarting: starting.isPending,
    error: starting.error ?? error,
  };
}

function startNobodys({ scenario, seed }: LiveWork): Promise<Run> {
  return unwrap(anonymousClient.POST('/api/runs', { body: { scenario, seed } }));
}
