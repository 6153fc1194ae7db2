import { memo, useMemo } from 'react';

import type { SeriesGrid } from '@/analysis/series/series';
import type { StageRun, TimeRange } from '@/charts/model';
import { PaneTable } from '@/charts/stage/PaneTable';
import { buildPanes, withSharedScales } from '@/charts/panes/panes';
import { StageCard, useStageKeys } from '@/stage/StageCard';
import { useCursorStore } from '@/state/cursor';
import { Pill } from '@/ui/Pill';

import { sharesOfRatio, type BatchNumbers } from './batch';
import styles from './first.module.css';
import { Shares } from './Shares';
import { seedWords, windowWords } from './settingTexts';

interface ComparisonStageProps {
  /** Baseline, then the one beside it. */
  readonly arms: readonly StageRun[];
  /** Their means over the seeds, in the same order. */
  readonly grids: readonly (SeriesGrid | undefined)[];
  /** null before the first seed. */
  readonly numbers: BatchNumbers | null;
  /** How many seeds are drawn. */
  readonly count: number;
  /** The part of the runs that the shares are means of, s. */
  readonly averaged: TimeRange;
  readonly caption: string;
  readonly isSide: boolean;
  /** null: the whole run. */
  readonly zoom: TimeRange | null;
  readonly onZoom: (zoom: TimeRange | null) => void;
}

/** Throughput under both algorithms with one time axis and one cursor, and who got what. */
export const ComparisonStage = memo(function ComparisonStage(props: ComparisonStageProps) {
  const { arms, grids, numbers, count, averaged, caption, isSide, zoom, onZoom } = props;
  const clock = useCursorStore();
  const view = useMemo(() => ({ clock, zoom, setZoom: onZoom }), [clock, zoom, onZoom]);
  const isTable = useStageKeys(view);
  const duration = arms[0]?.facts.durationSeconds ?? 1;
  const stages = useMemo(() => stagesOf(arms, isSide, count), [arms, isSide, count]);
  return (
    <div
      className={styles.duo}
      data-overlay={!isSide || undefined}
      data-pale={arms.some(({ isPale }) => isPale) || undefined}
    >
      {stages.map(({ indices, members, panes }, index) => {
        const title = `Throughput over time, ${members.map(({ label }) => label).join(', ')}`;
        return (
          <div key={index}>
            <h2 className={styles.armTitle}>
              {isSide ? members[0]?.label : arms.map(({ label }) => label).join(', ')}
              {isSide && index === 0 && <Pill>baseline</Pill>}
              {!isSide && <Pill>{`${arms[0]?.label ?? ''} dashed`}</Pill>}
            </h2>
            <StageCard
              className={styles.plot}
              view={view}
              durationSeconds={duration}
              panes={panes}
              runs={members}
              averaged={averaged}
              label={title}
              caption={caption}
              isLight
            />
            {isTable && <PaneTable panes={panes} />}
            {indices.map((arm) => (
              <Shares
                key={arm}
                labels={labelsOf(arms[arm])}
                overSeeds={
                  numbers === null
                    ? null
                    : sharesOfRatio(arm === 0 ? numbers.baseline : numbers.other)
                }
                count={count}
                window={windowWords(averaged)}
                grid={grids[arm]}
                title={isSide ? null : (arms[arm]?.label ?? '')}
                isPale={arms[arm]?.isPale ?? false}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
});

function stagesOf(arms: readonly StageRun[], isSide: boolean, count: number) {
  const groups = isSide
    ? arms.map((arm, index) => ({
        indices: [index],
        members: [{ ...arm, role: 'current' as const }],
      }))
    : [{ indices: arms.map((_, index) => index), members: [...arms].reverse() }];
  // Over one another only the arm in front has bands, and the text says whose they are.
  const whose = isSide ? '' : ` with ${arms[1]?.label ?? ''}`;
  const options = {
    curves: 'flows',
    isGoodput: false,
    hasSsthresh: false,
    bandText:
      count === 1 ? 'one seed' : `mean of ${seedWords(count)}, band: lowest to highest${whose}`,
  } as const;
  const built = groups.map((group) => ({
    ...group,
    panes: buildPanes(['throughput'], group.members, options),
  }));
  return withSharedScales(built);
}

function labelsOf(arm: StageRun | undefined): readonly [string, string] {
  return [arm?.flows[0]?.label ?? '', arm?.flows[1]?.label ?? ''];
}
