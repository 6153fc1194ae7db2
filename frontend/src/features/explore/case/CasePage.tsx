import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import { ratioAxis } from '@/analysis/axes/ratio';
import { linearAxis, nearEnds } from '@/analysis/axes/value';
import { countOf } from '@/analysis/numbers/shown';
import { toShortest } from '@/analysis/numbers/units';
import { createCursor } from '@/analysis/replay/clock';
import { capital } from '@/analysis/series/fragments';
import { useShippedPreset } from '@/api/catalog';
import { ProblemError } from '@/api/http/problem';
import { useSpeed } from '@/api/runs/scenarios';
import type { ShippedPreset } from '@/api/types';
import { ValueStrip } from '@/charts/strips/ValueStrip';
import { usePrefetchRunPage } from '@/opening/prefetchRunPage';
import { Picturable } from '@/pictures/Picturable';
import { ReadingNote } from '@/readings/ReadingNote';
import { CursorProvider } from '@/state/cursor';
import { Button } from '@/ui/Button';
import { PageFailure } from '@/ui/PageFailure';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './case.module.css';
import { CaseStages } from './CaseStages';
import { inThreeDigits, inUnitsOf, unitFactor } from './numberUnits';
import { PresetNumbers } from './PresetNumbers';
import { PresetSentence } from './PresetSentence';
import { SeedTable } from '../SeedTable';
import { useRunTogether } from '../useRunTogether';

/** A known case with all of its seeds. They ship with the lab: the page runs nothing. */
export function CasePage() {
  const { presetId } = useParams({ from: '/cases/$presetId' });
  const { data, error, refetch } = useShippedPreset(presetId);
  usePageTitle(data?.preset.title ?? 'Known case');
  if (error instanceof ProblemError && error.status === 404) return <NoSuchCase />;
  if (error !== null) {
    const retry = () => void refetch();
    return <PageFailure title="The case could not be loaded" onRetry={retry} />;
  }
  if (data === undefined) return <main className={styles.page} aria-busy="true" />;
  return <KnownCase key={presetId} shipped={data} />;
}

function NoSuchCase() {
  return (
    <main className="page-state">
      <h1>There is no such case</h1>
      <p className="quiet">The link may be mistyped, or from another version of the lab.</p>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>See the known cases</Button>
    </main>
  );
}

function KnownCase({ shipped }: { shipped: ShippedPreset }) {
  const { preset, together } = shipped;
  const [clock] = useState(createCursor);
  const open = useRunTogether();
  usePrefetchRunPage();
  return (
    <CursorProvider value={clock}>
      <main className={styles.page}>
        <header className={styles.head}>
          <h1>{preset.title}</h1>
          <p className={styles.setting}>{preset.setting}</p>
          <p className={styles.sentence}>
            <PresetSentence preset={preset} />
          </p>
          {preset.note !== null && <p className={styles.note}>{preset.note}</p>}
          <OpenSeed shipped={shipped} open={open} />
        </header>
        <CaseStages shipped={shipped} />
        <div className={styles.low}>
          <CaseSeeds shipped={shipped} />
          <section>
            <h2>All numbers</h2>
            <PresetNumbers preset={preset} />
          </section>
        </div>
        <div className={styles.foot}>
          <ReadingNote within={preset.variants.map(({ scenario }) => scenario)} />
          <p>
            {`These ${together.seeds.length} seeds are precomputed.`} <CoreNote shipped={shipped} />
          </p>
        </div>
      </main>
    </CursorProvider>
  );
}

/** Which core computed the numbers, and whether the one here would give the same. */
function CoreNote({ shipped: { together, valid_behaviour } }: { shipped: ShippedPreset }) {
  const { core_version: today, behaviour_version: behaviour } = useSpeed().data ?? {};
  const core = together.core_version ?? '';
  if (today == null || today === core) return `Core ${core}.`;
  return behaviour === valid_behaviour
    ? `Core ${core}; this lab’s core, ${today}, gives the same numbers.`
    : `Core ${core}; this lab’s core, ${today}, may give other numbers.`;
}

interface OpenSeedProps {
  readonly shipped: ShippedPreset;
  readonly open: ReturnType<typeof useRunTogether>;
}

/** The way to single packets. Only here something is computed, and it says so. */
function OpenSeed({ shipped: { preset, together }, open }: OpenSeedProps) {
  const seedCount = together.seeds.length;
  const { variants, drawn_seed: seed } = preset;
  const [first, last] = [variants[0], variants.at(-1)];
  const seconds = first?.scenario.duration_s ?? 0;
  return (
    <div className={styles.acts}>
      {first !== undefined && last !== undefined && first !== last && (
        <Button
          variant="filled"
          disabled={open.isStarting}
          onClick={() => open.run([first.scenario, last.scenario], seed, seedCount)}
        >
          {open.isStarting ? 'Opening' : `Compare ${first.title} and ${last.title}`}
        </Button>
      )}
      {variants.map((variant) => (
        <Button
          key={variant.id}
          disabled={open.isStarting}
          onClick={() => open.run([variant.scenario], seed, seedCount)}
        >
          {`Open ${variant.title}`}
        </Button>
      ))}
      <small className="quiet small">{`Opens seed ${seed}, the one nearest to the medians. All ${seconds} s of it are computed then, with packets and states.`}</small>
      {open.error !== null && (
        <p role="alert" className={styles.error}>
          The run was not started: {open.error.message}
        </p>
      )}
    </div>
  );
}

/** Every seed of the number that the case is about, variant below variant. */
function CaseSeeds({ shipped }: { shipped: ShippedPreset }) {
  const { preset, numbers, together } = shipped;
  const [number] = numbers;
  if (number === undefined) return null;
  const { name } = number;
  const factor = unitFactor(name);
  const known = preset.variants[0]?.numbers.find((each) => each.name === name);
  const isRatio = name === 'throughput_ratio';
  const rows = number.variants.map(({ variant_id, values }) => {
    const variant = preset.variants.find(({ id }) => id === variant_id);
    const over = variant?.numbers.find((each) => each.name === name);
    const { low, high } = over ?? {};
    return {
      key: variant_id,
      title: variant?.title ?? variant_id,
      values: values.map((value) => value * factor),
      mean: over === undefined ? null : over.mean * factor,
      interval: low == null || high == null ? null : ([low * factor, high * factor] as const),
    };
  });
  const title = `${capital(known?.label ?? name)}, every seed`;
  const nature = { name, scale: isRatio ? 'logarithmic' : 'linear', fair: null, unit: '' } as const;
  return (
    <section>
      <Picturable
        title={title}
        caption={`${preset.title}; ${countOf(together.seeds.length, 'seed')}`}
      >
        <h2>
          {title}{' '}
          <span className="faint regular">tick: a seed, block: mean, bar: 95% interval</span>
        </h2>
        <ValueStrip
          rows={rows}
          axisOf={(values, ends, length, gap) => {
            const inView = [...values, ...nearEnds(nature, values, ends)];
            return isRatio ? ratioAxis(inView, length, gap) : linearAxis(inView, length, gap);
          }}
          format={inThreeDigits}
          tick={toShortest}
          fair={isRatio ? 1 : null}
          fairText="1 fair"
          hueOf={() => null}
          label={title}
        />
      </Picturable>
      <SeedTable
        caption={title}
        seeds={together.seeds}
        columns={rows.map(({ key, title: variant }, index) => ({
          key,
          title: variant,
          texts: number.variants[index]?.values.map((value) => inUnitsOf(name, value)) ?? [],
        }))}
      />
    </section>
  );
}
