import { useMemo, useState, useEffect } from 'react';

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

import { Actions } from './Actions';
import { isWhole, openedSeed, seedCount, type Batch, type BatchNumbers } from './batch';
import { ComparisonStage } from './ComparisonStage';
import { Controls } from './Controls';
import styles from './first.module.css';
import { LeagueNote } from './LeagueNote';
import { Notices } from './Notices';
import { QueuePath } from './QueuePath';
import { SeedTable } from './SeedTable';
import { ComparisonSentence } from './ComparisonSentence';
import { armScenarios, SEED_COUNT, type Comparable, type Setting, knownCase } from './setting';
import { useArms, type Arms } from './useArms';
import { useComparison } from './useComparison';
import { useDrawn } from './useDrawn';
import { useLook } from './useLook';
import { useRunTogether } from './useRunTogether';
import { useSetting } from './useSetting';
import { bufferWords } from './settingTexts';

/** The comparison that the lab opens with: known before it is asked for, computed when changed. */
export function FirstScreen({ comparable }: { comparable: Comparable }) {
  const [clock] = useState(createCursor);
  return (
    <CursorProvider value={clock}>
      <FirstComparison comparable={comparable} />
    </CursorProvider>
  );
}

function FirstComparison({ comparable }: { comparable: Comparable }) {
  const { base } = comparable;
  const { setting, change, settled } = useSetting(comparable);
  const [isSide, setSide] = useState(true);
  const [zoom, setZoom] = useState<TimeRange | null>(null);
  const titleOf = useAlgorithmTitle();
  const known = useComparison(comparable, settled);
  const { comparison, move } = useLook(comparable, setting, known, change);
  const { shown, isStale } = comparison;
  const { arms, grids } = useArms(comparable, settled, shown, isStale, titleOf);
  const drawn = useDrawn(comparable, shown, settled);
  const open = useRunTogether();
  useClearedClock(shown?.setting);
  const seed = shown === null || isStale ? null : openedSeed(shown);
  const caption = captionOf(base, shown ?? null, setting, titleOf);
  return (
    <>
      <h1 className="visually-hidden">{base.name}</h1>
      <section className={styles.find}>
        <KnownCases comparable={comparable} setting={setting} onChange={move} />
        <ComparisonSentence
          comparison={comparison}
          comparable={comparable}
          setting={setting}
          titleOf={titleOf}
        />
        <Actions
          isSide={isSide}
          onSide={setSide}
          range={zoom ?? [0, base.duration_s]}
          hasCurves={grids[0] !== undefined}
          setting={setting}
          open={{
            isStarting: open.isStarting,
            isReady: seed !== null,
            onClick: () => {
              if (seed !== null) open.run(armScenarios(comparable, setting), seed, SEED_COUNT);
            },
          }}
        />
      </section>
      <section className={styles.bench}>
        <Controls comparable={comparable} setting={setting} onChange={move} />
        <div className={styles.stage}>
          <Notices
            comparison={comparison}
            openError={open.error}
            error={open.error ?? comparison.error}
          />
          <ComparisonStage
            {...{ caption, isSide, zoom }}
            arms={arms}
            grids={grids}
            {...drawn}
            onZoom={setZoom}
          />
          <Below
            {...{ comparable, setting, shown, isStale, caption, titleOf }}
            numbers={drawn.numbers}
            arms={{ arms, grids }}
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

interface BelowProps {
  readonly comparable: Comparable;
  readonly setting: Setting;
  readonly shown: Batch | null;
  readonly numbers: BatchNumbers | null;
  readonly arms: Arms;
  readonly isStale: boolean;
  readonly caption: string;
  readonly titleOf: (algorithm: string) => string;
}

/** Every seed's ratio, and the path that the controls describe. */
function Below(props: BelowProps) {
  const { comparable, setting, shown, numbers, arms, isStale, caption, titleOf } = props;
  const { base } = comparable;
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
}

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

interface KnownCasesProps {
  readonly comparable: Comparable;
  readonly setting: Setting;
  readonly onChange: (setting: Setting) => void;
}

/** The settings whose seeds ship with the lab, beside one another; none is chosen in between. */
function KnownCases({ comparable, setting, onChange }: KnownCasesProps) {
  const chosen = knownCase(comparable, setting);
  return (
    <div className={styles.cases} role="group" aria-label="Known settings">
      {comparable.cases.map((known) => (
        <button
          key={known.presetId}
          type="button"
          aria-pressed={known === chosen}
          onClick={() => onChange(known.setting)}
        >
          {known.title}
        </button>
      ))}
      <p>{chosen?.why ?? 'Your own setting, computed in this lab.'}</p>
    </div>
  );
}

/** Other curves are looked at from their start: the moment of the old ones means nothing there. */
function useClearedClock(drawn: Setting | undefined): void {
  const clock = useCursorStore();
  useEffect(() => clock.clear(), [clock, drawn]);
}
