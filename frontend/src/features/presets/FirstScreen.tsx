import { useEffect, useMemo, useState, useCallback } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { groupLabel } from '@/analysis/scenario/describe';
import { experimentCaption } from '@/analysis/scenario/pictureCaption';
import { capital } from '@/analysis/series/sentence';
import { useAlgorithmTitle } from '@/api/catalog';
import type { Scenario } from '@/api/types';
import type { TimeRange } from '@/charts/model';
import { SeedStrip, type StripRow } from '@/charts/SeedStrip';
import { Picturable } from '@/pictures/Picturable';
import { createCursor } from '@/analysis/replay/clock';
import { CursorProvider, useCursorStore } from '@/state/cursor';

import { Acts } from './Acts';
import { batchNumbers, doneSeeds, isWhole, type Batch } from './batch';
import { ComparisonStage } from './ComparisonStage';
import { Controls } from './Controls';
import styles from './first.module.css';
import { Notices } from './Notices';
import { QueuePath } from './QueuePath';
import { Seen } from './Seen';
import { SeedTable } from './SeedTable';
import {
  armScenarios,
  SEED_COUNT,
  type Comparable,
  type Setting,
  settingOf,
  viewOf,
} from './setting';
import { useArms, type Arms } from './useArms';
import { useComparison } from './useComparison';
import { useRunTogether } from './useRunTogether';
import { bufferWords } from './words';

/** The comparison that the lab opens with: it runs at once, and again when a control moves. */
export function FirstScreen({ comparable }: { comparable: Comparable }) {
  const [clock] = useState(createCursor);
  return (
    <CursorProvider value={clock}>
      <FirstComparison comparable={comparable} />
    </CursorProvider>
  );
}

function FirstComparison({ comparable }: { comparable: Comparable }) {
  const { preset, base } = comparable;
  const { setting, change, settled } = useSetting(comparable);
  const [isSide, setSide] = useState(true);
  const [zoom, setZoom] = useState<TimeRange | null>(null);
  const titleOf = useAlgorithmTitle();
  const comparison = useComparison(base, settled);
  const { shown } = comparison;
  const isStale = comparison.isStale || (shown !== null && shown.setting !== setting);
  const arms = useArms(base, settled, shown, isStale, zoom, titleOf);
  const open = useRunTogether();
  useClearedClock(arms.pair);
  const openDrawn = () => {
    if (shown !== null && arms.seed !== null)
      open.run(armScenarios(base, shown.setting), arms.seed);
  };
  return (
    <>
      <h1 className="visually-hidden">{preset.title}</h1>
      <section className={styles.find}>
        <Seen
          comparison={{ ...comparison, isStale }}
          base={base}
          setting={settled}
          titleOf={titleOf}
        />
        <Acts
          isSide={isSide}
          onSide={setSide}
          range={zoom ?? [0, base.duration_s]}
          hasCurves={arms.whole[0] !== undefined}
          setting={setting}
          open={{ isStarting: open.isStarting, onClick: openDrawn, isReady: arms.seed !== null }}
        />
      </section>
      <section className={styles.bench}>
        <Controls comparable={comparable} setting={setting} onChange={change} />
        <div className={styles.stage}>
          <Notices
            comparison={comparison}
            openError={open.error}
            error={open.error ?? comparison.error ?? arms.error}
          />
          <ComparisonStage
            arms={arms.arms}
            pair={arms.pair}
            whole={arms.whole}
            isSide={isSide}
            seedText={seedText(shown, arms)}
            zoom={zoom}
            onZoom={setZoom}
          />
          <Below
            base={base}
            setting={setting}
            shown={shown}
            arms={arms}
            isStale={isStale}
            titleOf={titleOf}
          />
        </div>
      </section>
    </>
  );
}

/** Other curves are looked at from their start: the moment of the old ones means nothing there. */
function useClearedClock(pair: Arms['pair']): void {
  const clock = useCursorStore();
  const drawn = pair?.[0].id;
  useEffect(() => clock.clear(), [clock, drawn]);
}

function seedText(shown: Batch | null, { seed, whole, error }: Arms): string {
  if (shown === null || seed === null) return '';
  const text = isWhole(shown) ? `seed ${seed}, nearest to the medians` : `seed ${seed}`;
  const isReading = error === null && whole.some((grid) => grid === undefined);
  return isReading ? `${text}; loading its curves` : text;
}

interface BelowProps {
  readonly base: Scenario;
  readonly setting: Setting;
  readonly shown: Batch | null;
  readonly arms: Arms;
  readonly isStale: boolean;
  readonly titleOf: (algorithm: string) => string;
}

/** Every seed's ratio, and the path that the controls describe. */
function Below({ base, setting, shown, arms, isStale, titleOf }: BelowProps) {
  const rows = useMemo(() => stripRows(shown, setting, titleOf), [shown, setting, titleOf]);
  const [elephant, mouse] = base.flows.map(({ label }, index) => groupLabel(label, index));
  const title = `${capital(elephant ?? '')} over ${mouse ?? ''}, every seed`;
  const count = shown === null ? 0 : doneSeeds(shown).length;
  const caption = experimentCaption({
    name: base.name,
    arms: rows.map((row, index) => ({ name: row.title, isBaseline: index === 0 })),
    seedCount: count,
    coreVersion: arms.pair?.[0].core_version ?? null,
  });
  return (
    <div className={styles.low}>
      <div>
        <Picturable title={title} caption={caption}>
          <h3 className={styles.stripTitle}>
            {title}{' '}
            {count > 0 && (
              <span>
                {count === SEED_COUNT
                  ? `mean and 95% interval of ${count}`
                  : `mean and 95% interval of ${count} of ${SEED_COUNT} seeds`}
              </span>
            )}
          </h3>
          <SeedStrip rows={rows} label={title} isPale={isStale} />
        </Picturable>
        <SeedTable rows={rows} caption={title} />
      </div>
      <QueuePath
        scenario={armScenarios(base, setting)[0]}
        bufferText={`buffer ${bufferWords(setting.bufferBdp)}`}
        title={titleOf((shown?.setting ?? setting).algorithms[0])}
        run={arms.pair?.[0] ?? null}
        whole={arms.whole[0]}
        isPale={isStale}
      />
    </div>
  );
}

function stripRows(
  shown: Batch | null,
  setting: Setting,
  titleOf: (algorithm: string) => string,
): readonly [StripRow, StripRow] {
  const numbers = shown === null ? null : batchNumbers(shown);
  const pairs = numbers?.pairs ?? [];
  const [baseline, other] = (shown?.setting ?? setting).algorithms;
  return [
    {
      title: titleOf(baseline),
      ratios: pairs.map((pair) => ({ seed: pair.seed, ratio: pair.baseline })),
      numbers: numbers?.baseline ?? null,
    },
    {
      title: titleOf(other),
      ratios: pairs.map((pair) => ({ seed: pair.seed, ratio: pair.other })),
      numbers: numbers?.other ?? null,
    },
  ];
}

/** A moving slider asks for runs when it has rested so long. */
const REST_MS = 300;

/** The setting of the controls. It begins as the address says and is written there again. */
function useSetting({ start }: Comparable) {
  const view = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const [setting, setSetting] = useState<Setting>(() => settingOf(view, start));
  const [settled] = useDebouncedValue(setting, REST_MS);
  const change = useCallback(
    (next: Setting) => {
      setSetting(next);
      void navigate({ search: viewOf(next), replace: true, resetScroll: false });
    },
    [navigate],
  );
  return { setting, change, settled };
}
