import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

import { aligned, elapsed } from '@/analysis/numbers/shown';
import { createCursor } from '@/analysis/replay/clock';
import { groupLabel } from '@/analysis/scenario/describe';
import { experimentCaption } from '@/analysis/scenario/pictureCaption';
import { capital } from '@/analysis/series/fragments';
import { useAlgorithmTitle } from '@/api/catalog';
import type { Scenario } from '@/api/types';
import type { TimeRange } from '@/charts/model';
import { SeedStrip, type StripRow } from '@/charts/strips/SeedStrip';
import { Picturable } from '@/pictures/Picturable';
import { CursorProvider, useCursorStore } from '@/state/cursor';

import { type Batch, batchNumbers, type BatchNumbers, isWhole, seedCount } from './batch';
import { ComparisonStage } from './ComparisonStage';
import { Controls } from './Controls';
import { ComparisonHead } from './ComparisonHead';
import styles from './first.module.css';
import { Notices } from './Notices';
import { QueuePath } from './QueuePath';
import { SeedTable } from '../SeedTable';
import { armScenarios, type Comparable, SEED_COUNT, type Setting } from './setting';
import { bufferWords } from './settingTexts';
import { type Arms, useArms, useDrawn } from '../useArms';
import { useComparison } from './useComparison';
import { useFirstLook } from './useFirstLook';
import { useRunTogether } from '../useRunTogether';
import { useSetting } from './useSetting';

/** The comparison that the lab opens with: known before it is asked for, computed when changed. */
export function FirstScreen({ comparable }: { comparable: Comparable }) {
  const [clock] = useState(createCursor);
  return (
    <CursorProvider value={clock}>
      <FirstComparison comparable={comparable} />
    </CursorProvider>
  );
}

/**
 * What a moved control changes at once is the control, and what a picture changes are the curves.
 * What is said of them, and all else of the page, follows in slices that the next picture goes
 * before: rendered with every picture, it would be most of the time until that is seen.
 */
function FirstComparison({ comparable }: { comparable: Comparable }) {
  const { base } = comparable;
  const { setting, change, settled } = useSetting(comparable);
  const [isSide, setSide] = useState(true);
  const [zoom, setZoom] = useState<TimeRange | null>(null);
  const titleOf = useAlgorithmTitle();
  const known = useComparison(comparable, settled);
  const { comparison, move } = useFirstLook(comparable, setting, known, change);
  const { shown } = comparison;
  const said = useDeferredValue(comparison);
  const saidSetting = useDeferredValue(setting);
  // Old curves become pale with the words; new ones are not pale for a moment.
  const isPale = comparison.isStale && said.isStale;
  const drawnArms = useArms(comparable, settled, shown, isPale, titleOf);
  const arms = useDeferredValue(drawnArms);
  const drawn = useDrawn(comparable, shown, settled);
  const open = useRunTogether();
  const stage = useRef<HTMLDivElement>(null);
  const showStage = useCallback(() => stage.current?.scrollIntoView(), []);
  useClearedClock(shown?.setting);
  const caption = captionOf(base, said.shown, saidSetting, titleOf);
  return (
    <>
      <h1 className="visually-hidden">{base.name}</h1>
      <ComparisonHead
        {...{ comparable, isSide, zoom, open, titleOf }}
        setting={saidSetting}
        comparison={said}
        hasCurves={arms.grids[0] !== undefined}
        onSide={setSide}
        onChange={move}
      />
      <section className={styles.bench}>
        <Controls {...{ comparable, setting }} onChange={move} onOpen={showStage} />
        <div ref={stage} className={styles.stage}>
          <Notices comparison={said} openError={open.error} error={open.error ?? said.error} />
          <ComparisonStage
            {...{ caption, isSide, zoom }}
            {...drawnArms}
            {...drawn}
            onZoom={setZoom}
          />
          <SeedsAndPath
            {...{ comparable, caption, titleOf, arms }}
            setting={saidSetting}
            shown={said.shown}
            isStale={said.isStale}
          />
          <LeagueNote algorithms={settled.algorithms} />
        </div>
      </section>
    </>
  );
}

function captionOf(
  base: Scenario,
  shown: Batch | null,
  setting: Setting,
  titleOf: (algorithm: string) => string,
): string {
  const { algorithms } = shown?.setting ?? setting;
  const seconds = shown?.growingSeconds ?? null;
  return experimentCaption({
    name: seconds === null ? base.name : `${base.name}, first ${elapsed(seconds)} s of seed 1`,
    arms: algorithms.map((name, index) => ({ name: titleOf(name), isBaseline: index === 0 })),
    seedCount: seconds !== null ? 1 : shown === null ? 0 : seedCount(shown),
    coreVersion: shown?.together?.core_version ?? null,
  });
}

interface SeedsAndPathProps {
  readonly comparable: Comparable;
  readonly setting: Setting;
  readonly shown: Batch | null;
  readonly arms: Arms;
  readonly isStale: boolean;
  readonly caption: string;
  readonly titleOf: (algorithm: string) => string;
}

/** Every seed's ratio, and the path that the controls describe. */
const SeedsAndPath = memo(function SeedsAndPath(props: SeedsAndPathProps) {
  const { comparable, setting, shown, arms, isStale, caption, titleOf } = props;
  const { base } = comparable;
  const numbers = useMemo(() => (shown === null ? null : batchNumbers(shown)), [shown]);
  const rows = useMemo(
    () => stripRows(shown, numbers, setting, titleOf),
    [shown, numbers, setting, titleOf],
  );
  const [elephant, mouse] = base.flows.map(({ label }, index) => groupLabel(label, index));
  const title = `${capital(elephant ?? '')} over ${mouse ?? ''}, every seed`;
  const count = shown === null ? 0 : seedCount(shown);
  return (
    <div className={styles.low}>
      <div>
        <Picturable title={title} caption={caption}>
          <h3 className={styles.stripTitle}>
            {title}{' '}
            <span className="faint regular">
              {count === SEED_COUNT
                ? `mean and 95% interval of ${count}`
                : `${count} of ${SEED_COUNT} seeds`}
            </span>
          </h3>
          <SeedStrip rows={rows} label={title} isPale={isStale} />
        </Picturable>
        <SeedTable
          caption={title}
          seeds={rows[0].ratios.map(({ seed }) => seed)}
          columns={rows.map((row, key) => ({
            key,
            title: row.title,
            texts: row.ratios.map(({ ratio }) => aligned(ratio, 3)),
          }))}
        />
      </div>
      <QueuePath
        scenario={armScenarios(comparable, setting)[0]}
        bufferText={`buffer ${bufferWords(setting.bufferBdp)}`}
        title={titleOf((shown?.setting ?? setting).algorithms[0])}
        arm={shown?.together?.arms[0]}
        grid={arms.grids[0]}
        caption={caption}
        isPale={isStale}
      />
    </div>
  );
});

/** Mean and interval stand beside the ticks when all are there: before, they would move. */
function stripRows(
  shown: Batch | null,
  numbers: BatchNumbers | null,
  setting: Setting,
  titleOf: (algorithm: string) => string,
): readonly [StripRow, StripRow] {
  const pairs = numbers?.pairs ?? [];
  const whole = shown !== null && isWhole(shown) ? numbers : null;
  const [baseline, other] = (shown?.setting ?? setting).algorithms;
  return [
    {
      title: titleOf(baseline),
      ratios: pairs.map((pair) => ({ seed: pair.seed, ratio: pair.baseline })),
      numbers: whole?.baseline ?? null,
    },
    {
      title: titleOf(other),
      ratios: pairs.map((pair) => ({ seed: pair.seed, ratio: pair.other })),
      numbers: whole?.other ?? null,
    },
  ];
}

/** Other curves are looked at from their start: the moment of the old ones means nothing there. */
function useClearedClock(drawn: Setting | undefined): void {
  const clock = useCursorStore();
  useEffect(() => clock.clear(), [clock, drawn]);
}

const OtherComparisons = lazy(() => import('./OtherComparisons'));

interface LeagueNoteProps {
  /** The baseline and the other one. */
  readonly algorithms: readonly [string, string];
}

/** Below all else on the first page, so that its code comes after the page; its room is there. */
const LeagueNote = memo(function LeagueNote({ algorithms }: LeagueNoteProps) {
  return (
    <div className={styles.elsewhere}>
      <Suspense>
        <OtherComparisons algorithms={algorithms} />
      </Suspense>
    </div>
  );
});
