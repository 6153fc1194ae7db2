import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { toShortest } from '@/analysis/units';
import { useLiveRuns, type LiveRuns } from '@/api/liveRuns';
import { useSeries } from '@/api/series';
import type { Scenario } from '@/api/types';
import { FigurePlot } from '@/charts/figure/FigurePlot';
import { FigureTable } from '@/charts/figure/FigureTable';
import { papersText } from '@/messages/papers';
import { Note } from '@/ui/Note';

import { liveFigure, type LiveMeasure } from './liveFigure';
import styles from './live.module.css';

export interface LiveScenario {
  readonly label: string;
  readonly isBaseline: boolean;
  readonly published: number | null;
  readonly scenario: Scenario;
}

interface LiveFigureProps {
  readonly title: string;
  readonly measures: readonly LiveMeasure[];
  readonly arms: readonly LiveScenario[];
}

const text = papersText.live;

/** A figure over time, computed when somebody asks for it and drawn as it comes. */
export function LiveFigure({ title, measures, arms }: LiveFigureProps) {
  const live = useLiveRuns();
  const [seed, setSeed] = useState(0);
  const isIdle = live.runs.length === 0;
  const duration = arms[0]?.scenario.duration_s ?? 0;
  const models = useLiveModels(live, measures, arms, duration);
  const next = seed + 1;
  const start = () => {
    setSeed(next);
    live.start(arms.map(({ scenario }) => ({ scenario, seed: next })));
  };
  return (
    <section className={styles.live} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <Button onClick={start} disabled={live.isStarting}>
          {live.isStarting ? text.starting : isIdle ? text.run : text.again}
        </Button>
        {!isIdle && <OpenRuns live={live} />}
      </header>
      <p className="small quiet" aria-live="polite">
        {saidOf(live, isIdle ? next : seed, duration)}
      </p>
      <Failures live={live} onRetry={() => live.start(worksOf(arms, seed))} />
      {models.map((model, index) => (
        <FigurePlot key={measures[index]} model={model} label={`${title}: ${model.y.name}`} />
      ))}
      {!isIdle && (
        <details>
          <summary>{papersText.table}</summary>
          {models.map((model, index) => (
            <FigureTable key={measures[index]} model={model} title={`${title}: ${model.y.name}`} />
          ))}
        </details>
      )}
    </section>
  );
}

function worksOf(arms: readonly LiveScenario[], seed: number) {
  return arms.map(({ scenario }) => ({ scenario, seed }));
}

function useLiveModels(
  { runs }: LiveRuns,
  measures: readonly LiveMeasure[],
  arms: readonly LiveScenario[],
  duration: number,
) {
  const wish = useMemo(
    // One point for each second: what the paper's figures and Jain's short windows are made of.
    () => ({ metrics: ['throughput_bps'], flowIndices: [0, 1], range: null, points: duration }),
    [duration],
  );
  const ids = useMemo(() => runs.map(({ id }) => id), [runs]);
  const { data } = useSeries(ids, wish, true);
  return useMemo(() => {
    const lines = arms.map((arm, index) => ({ ...arm, grid: data[index]?.grid }));
    return measures.map((measure) => liveFigure(measure, lines, duration));
  }, [arms, data, measures, duration]);
}

function saidOf({ runs }: LiveRuns, seed: number, duration: number): string {
  const running = runs.find(({ status }) => status === 'queued' || status === 'running');
  if (running === undefined) return text.why(seed);
  return text.progress(toShortest(running.progress.simulated_s), toShortest(duration));
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
      {text.open}
    </Link>
  );
}

function Failures({ live, onRetry }: { live: LiveRuns; onRetry: () => void }) {
  const failed = live.runs.find(({ status }) => status === 'failed');
  const why = live.error?.message ?? failed?.error?.message;
  if (why === undefined) return null;
  const title = live.error === null ? text.runFailed : text.failed;
  return (
    <Note tone="bad" title={title} action={{ label: text.retry, onClick: onRetry }}>
      {why}
    </Note>
  );
}
