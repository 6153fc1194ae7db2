import { useMemo } from 'react';

import {
  type Distance,
  bestFit,
  distanceOf,
  type SimulatedRates,
} from '@/analysis/imports/distance';
import { formatPercent, toShortest } from '@/analysis/numbers/units';
import { useSeries } from '@/api/runs/series';
import type { Run } from '@/api/types';
import { changeMeasured, type PlacedTrace } from '@/state/measured';
import { Button } from '@/ui/Button';

import styles from './measured.module.css';

interface DistanceProps {
  readonly run: Run;
  readonly placed: PlacedTrace;
}

/** How far the simulation is from the trace, in a line. */
export function DistanceLine({ run, placed }: DistanceProps) {
  const distance = useDistance(run, placed);
  const parts = distance === null ? [] : partsOf(distance);
  if (parts.length === 0) return null;
  return <span className="small">{`Distance: ${parts.join(', ')}.`}</span>;
}

function partsOf({ share_points, rtt_s, rate_ratio }: Distance): string[] {
  return [
    rate_ratio === null ? [] : `rates over time ${formatPercent(rate_ratio)}`,
    share_points === null ? [] : `shares ${share_points.toFixed(1)} points`,
    rtt_s === null ? [] : `mean RTT ${(rtt_s * 1e3).toFixed(1)} ms`,
  ].flat();
}

/** The same with what each is, and where the trace would fit best. */
export function DistancePart({ run, placed }: DistanceProps) {
  const distance = useDistance(run, placed);
  if (distance === null) {
    return run.status === 'done' ? null : (
      <p className="small faint">The distance is computed when the run is done.</p>
    );
  }
  const { share_points, rtt_s, rate_ratio, compared_s } = distance;
  return (
    <section>
      <h3>Distance from the simulation</h3>
      <dl className={styles.distance}>
        <dt>Rates over time</dt>
        <dd>{rate_ratio === null ? '–' : formatPercent(rate_ratio)}</dd>
        <dd className="small faint">
          {rate_ratio === null
            ? 'Too little of the trace overlaps the run, or it has no rates.'
            : `0%: equal rates at all times; 100%: never active at the same time; over ${toShortest(Number(compared_s.toFixed(1)))} s.`}
        </dd>
        <dt>Shares</dt>
        <dd>{share_points === null ? '–' : `${share_points.toFixed(1)} points`}</dd>
        <dd className="small faint">
          Percentage points of the traffic that would have to change groups.
        </dd>
        <dt>Mean RTT</dt>
        <dd>{rtt_s === null ? '–' : `${(rtt_s * 1e3).toFixed(1)} ms`}</dd>
        <dd className="small faint">Mean absolute difference of the flows.</dd>
      </dl>
      <BestFit run={run} placed={placed} now={rate_ratio} />
    </section>
  );
}

interface BestFitProps extends DistanceProps {
  /** Where the trace stands. */
  readonly now: number | null;
}

/** The shift that fits best, what it would change, and the way to it and back. */
function BestFit({ run, placed, now }: BestFitProps) {
  const fit = useBestFit(run, placed);
  const { id, offset_s, offsetBeforeFit_s: before, moveCount = 0 } = placed;
  const move = (to_s: number, back_s: number | null) =>
    changeMeasured(run.id, id, {
      offset_s: to_s,
      offsetBeforeFit_s: back_s,
      moveCount: moveCount + 1,
    });
  if (fit === null) {
    return <p className="small faint">A best-fitting shift needs rates in both.</p>;
  }
  const seconds = (value: number) => toShortest(Number(value.toFixed(6)));
  const tried = `Tried: ${seconds(fit.from_s)} to ${seconds(fit.to_s)} s in steps of ${seconds(fit.step_s)} s`;
  if (!fit.isDistinct) {
    const [low, high] = fit.alike_s;
    return (
      <div className={styles.fit}>
        <p>
          {`No single shift fits best: between ${seconds(low)} and ${seconds(high)} s, some shifts give rates that differ by ${formatPercent(fit.rate_ratio)} or less than a point more. `}
          <span className="small faint">{`${tried}.`}</span>
        </p>
        {before != null && (
          <Button onClick={() => move(before, null)}>{`Back to ${seconds(before)} s`}</Button>
        )}
      </div>
    );
  }
  const isThere = offset_s === fit.offset_s;
  const fine =
    fit.fine_step_s < fit.step_s ? `, then of ${seconds(fit.fine_step_s)} s around the best` : '';
  const [there, here] = [formatPercent(fit.rate_ratio), now === null ? null : formatPercent(now)];
  const instead = here === null ? '' : there === here ? ', as they do' : ` instead of ${here}`;
  return (
    <div className={styles.fit}>
      <p>
        {isThere
          ? `It is already at its best fit: it starts at ${seconds(offset_s)} s. `
          : `It fits best when it starts at ${seconds(fit.offset_s)} s: rates would differ by ${there}${instead}. `}
        <span className="small faint">{`${tried}${fine}.`}</span>
      </p>
      {!isThere && <Button onClick={() => move(fit.offset_s, offset_s)}>Shift it there</Button>}
      {before != null && (
        <Button onClick={() => move(before, null)}>{`Back to ${seconds(before)} s`}</Button>
      )}
    </div>
  );
}

/** More samples than this are thinned to means, which changes no sum of bits. */
const MOST_POINTS = 10_000;
const WHOLE_RUN = {
  metrics: ['goodput_bps'],
  flowIndices: [],
  hasGroups: true,
  range: null,
  points: MOST_POINTS,
} as const;

/** How far a trace is from the run; null: the run is not done, or its curves are on their way. */
function useDistance(run: Run, placed: PlacedTrace) {
  const rates = useRates(run);
  const { result } = run;
  return useMemo(() => {
    if (result === null || rates === null) return null;
    const { start_s, end_s } = result.window;
    return distanceOf(placed, result.flows, [start_s, end_s], rates);
  }, [result, rates, placed]);
}

/** Where it would fit best, wherever it stands now. */
function useBestFit(run: Run, placed: PlacedTrace) {
  const rates = useRates(run);
  const { trace, groups } = placed;
  return useMemo(
    () => (rates === null ? null : bestFit({ trace, groups, offset_s: 0 }, rates)),
    [rates, trace, groups],
  );
}

function useRates({ id, status }: Run): SimulatedRates | null {
  const ids = useMemo(() => [id], [id]);
  const series = useSeries(ids, WHOLE_RUN, status === 'done');
  const grid = series.data[0]?.grid;
  return useMemo(() => {
    if (grid?.groups === undefined || grid.timeSeconds.length === 0) return null;
    const groups = [...grid.groups].map(
      ([group, columns]) => [group, columns.goodput_bps?.mean ?? []] as const,
    );
    return {
      step_s: grid.bucketSamples * grid.sampleIntervalSeconds,
      groups: new Map(groups),
    };
  }, [grid]);
}
