import { Button, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';

import { groupLabel, pathOf } from '@/analysis/describe';
import { useAlgorithmTitle } from '@/api/catalog';
import type { Scenario } from '@/api/types';
import type { TimeRange } from '@/charts/model';
import { PathDrawing } from '@/charts/PathDrawing';
import { SeedStrip, type StripRow } from '@/charts/SeedStrip';
import { firstText } from '@/messages/first';
import { presetsText } from '@/messages/presets';
import { Note } from '@/ui/Note';

import { batchNumbers, doneSeeds, isWhole, type Batch } from './batch';
import { ComparisonStage } from './ComparisonStage';
import { Controls } from './Controls';
import styles from './first.module.css';
import { Seen } from './Seen';
import { SeedTable } from './SeedTable';
import { armScenarios, SEED_COUNT, type Comparable, type Setting } from './setting';
import { useArms, type Arms } from './useArms';
import { useComparison, type Comparison } from './useComparison';
import { useRunTogether } from './useRunTogether';
import { bufferWords } from './words';

/** A moving slider asks for runs when it has rested so long. */
const REST_MS = 300;

/** The comparison that the lab opens with: it runs at once, and again when a control moves. */
export function FirstScreen({ comparable }: { comparable: Comparable }) {
  const { preset, base, start } = comparable;
  const [setting, setSetting] = useState(start);
  const [settled] = useDebouncedValue(setting, REST_MS);
  const [isSide, setSide] = useState(true);
  const [zoom, setZoom] = useState<TimeRange | null>(null);
  const titleOf = useAlgorithmTitle();
  const comparison = useComparison(base, settled);
  const { shown } = comparison;
  const isStale = comparison.isStale || (shown !== null && shown.setting !== setting);
  const arms = useArms(base, settled, shown, isStale, zoom, titleOf);
  const open = useRunTogether();
  const openDrawn = () => {
    if (shown !== null && arms.seed !== null)
      open.run(armScenarios(base, shown.setting), arms.seed);
  };
  const error = open.error ?? comparison.error ?? arms.error;
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
        <div className={styles.acts}>
          <div className={styles.layout}>
            {' '}
            <SegmentedControl
              aria-label={firstText.layout}
              value={isSide ? 'side' : 'overlay'}
              onChange={(value) => setSide(value === 'side')}
              data={[
                { value: 'side', label: firstText.side },
                { value: 'overlay', label: firstText.overlay },
              ]}
            />
          </div>{' '}
          <Button
            variant="filled"
            disabled={arms.seed === null || open.isStarting}
            onClick={openDrawn}
          >
            {open.isStarting ? firstText.opening : firstText.open}
          </Button>
        </div>
      </section>
      <section className={styles.bench}>
        <Controls comparable={comparable} setting={setting} onChange={setSetting} />
        <div className={styles.stage}>
          {error !== null && (
            <Failure error={error} isOpen={open.error !== null} comparison={comparison} />
          )}
          <ComparisonStage
            arms={arms.arms}
            pair={arms.pair}
            isSide={isSide}
            seedText={seedText(shown, arms)}
            zoom={zoom}
            onZoom={setZoom}
          />
          <Below base={base} setting={setting} shown={shown} isStale={isStale} titleOf={titleOf} />
        </div>
      </section>
    </>
  );
}

function seedText(shown: Batch | null, { seed }: Arms): string {
  if (shown === null || seed === null) return '';
  return isWhole(shown) ? firstText.drawnTypical(seed) : firstText.drawnFirst(seed);
}

interface FailureProps {
  readonly error: Error;
  /** It was the opening of the run that failed. */
  readonly isOpen: boolean;
  readonly comparison: Comparison;
}

function Failure({ error, isOpen, comparison }: FailureProps) {
  return (
    <div className={styles.failure}>
      <Note
        tone="bad"
        title={isOpen ? presetsText.notStarted : firstText.stopped}
        action={isOpen ? undefined : { label: firstText.retry, onClick: comparison.retry }}
      >
        {error.message}
      </Note>
    </div>
  );
}

interface BelowProps {
  readonly base: Scenario;
  readonly setting: Setting;
  readonly shown: Batch | null;
  readonly isStale: boolean;
  readonly titleOf: (algorithm: string) => string;
}

/** Every seed's ratio, and the path that the controls describe. */
function Below({ base, setting, shown, isStale, titleOf }: BelowProps) {
  const rows = useMemo(() => stripRows(shown, setting, titleOf), [shown, setting, titleOf]);
  const path = pathOf(armScenarios(base, setting)[0]);
  const [elephant, mouse] = base.flows.map(({ label }, index) => groupLabel(label, index));
  const title = firstText.strip(elephant ?? '', mouse ?? '');
  const count = shown === null ? 0 : doneSeeds(shown).length;
  return (
    <div className={styles.low}>
      <div>
        <h3>
          {title} {count > 0 && <span>{firstText.stripOf(count, SEED_COUNT)}</span>}
        </h3>
        <SeedStrip rows={rows} label={title} isPale={isStale} />
        <SeedTable rows={rows} caption={title} />
      </div>
      <div>
        <h3>{firstText.path}</h3>
        <PathDrawing
          path={path}
          bufferText={presetsText.bufferOf(bufferWords(setting.bufferBdp))}
          rowPx={38}
        />
      </div>
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
