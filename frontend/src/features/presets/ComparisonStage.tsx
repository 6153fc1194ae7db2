import { useMemo, useState } from 'react';

import { runsCaption } from '@/analysis/scenario/pictureCaption';
import type { SeriesGrid } from '@/analysis/series/series';
import type { Run } from '@/api/types';
import type { StageRun, TimeRange } from '@/charts/model';
import { PaneTable } from '@/charts/PaneTable';
import { buildPanes, withSharedScales } from '@/charts/panes';
import { Stage } from '@/charts/Stage';
import { Picturable } from '@/pictures/Picturable';
import { useCursorStore } from '@/state/cursor';
import { usePageKeys } from '@/state/keys';
import { Pill } from '@/ui/Pill';

import styles from './first.module.css';
import { Shares } from './Shares';

interface ComparisonStageProps {
  /** Baseline, then the one beside it. */
  readonly arms: readonly StageRun[];
  /** The runs whose curves are drawn, in the same order; null before the first. */
  readonly pair: readonly [Run, Run] | null;
  /** Their series over the whole run. */
  readonly whole: readonly (SeriesGrid | undefined)[];
  readonly isSide: boolean;
  /** Which seed is drawn, in words. */
  readonly seedText: string;
  /** null: the whole run. */
  readonly zoom: TimeRange | null;
  readonly onZoom: (zoom: TimeRange | null) => void;
}

/** Throughput under both algorithms with one time axis and one cursor, and who got what. */
export function ComparisonStage(props: ComparisonStageProps) {
  const { arms, pair, whole, isSide, seedText, zoom, onZoom } = props;
  const clock = useCursorStore();
  const [isTable, setTable] = useState(false);
  usePageKeys({
    f: clock.toggleFrozen,
    '0': () => onZoom(null),
    t: () => setTable((old) => !old),
  });
  const duration = arms[0]?.facts.durationSeconds ?? 1;
  const range = useMemo<TimeRange>(() => zoom ?? [0, duration], [zoom, duration]);
  const stages = useMemo(() => {
    const groups = isSide
      ? arms.map((arm, index) => ({
          indices: [index],
          members: [{ ...arm, role: 'current' as const }],
        }))
      : [{ indices: arms.map((_, index) => index), members: [...arms].reverse() }];
    const built = groups.map((group) => ({
      ...group,
      panes: buildPanes(['throughput'], group.members),
    }));
    return withSharedScales(built);
  }, [arms, isSide]);
  return (
    <div className={styles.duo} data-overlay={!isSide || undefined}>
      {stages.map(({ indices, members, panes }, index) => (
        <div key={index}>
          <h2 className={styles.armTitle}>
            {isSide ? members[0]?.label : arms.map(({ label }) => label).join(', ')}
            {isSide && index === 0 && <Pill>baseline</Pill>}
            {!isSide && <Pill>{`${arms[0]?.label ?? ''} dashed`}</Pill>}
            <span>{seedText}</span>
          </h2>
          <Picturable
            className={styles.plot}
            title={`Throughput over time, ${members.map(({ label }) => label).join(', ')}`}
            caption={captionOf(indices, members, pair)}
            isElastic
          >
            <Stage
              clock={clock}
              panes={panes}
              lanes={NO_LANES}
              runs={members}
              range={range}
              onZoom={(from, to) => onZoom([Math.max(0, from), to])}
              onReset={() => onZoom(null)}
              label={`Throughput over time, ${members.map(({ label }) => label).join(', ')}`}
            />
          </Picturable>
          {isTable && <PaneTable panes={panes} />}
          {indices.map((arm) => (
            <Shares
              key={arm}
              run={pair?.[arm] ?? null}
              whole={whole[arm]}
              title={isSide ? null : (arms[arm]?.label ?? '')}
              isPale={arms[arm]?.isPale ?? false}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** What stands below a picture of some of the arms; nothing before they have run. */
function captionOf(
  indices: readonly number[],
  members: readonly StageRun[],
  pair: readonly [Run, Run] | null,
): string {
  const shown = indices.flatMap((arm) => {
    const run = pair?.[arm];
    if (run === undefined) return [];
    const label = members.find(({ id }) => id === run.id)?.label ?? run.name;
    return [
      {
        label,
        isBaseline: arm === 0 && indices.length > 1,
        seed: run.seed,
        coreVersion: run.core_version,
        scenarioDigest: run.scenario_digest,
      },
    ];
  });
  return runsCaption(pair?.[0].scenario.name ?? '', shown);
}

const NO_LANES = [] as const;
