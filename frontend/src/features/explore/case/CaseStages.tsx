import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { formatPercent, toShortest } from '@/analysis/numbers/units';
import { countOf } from '@/analysis/numbers/shown';
import { groupLabel } from '@/analysis/scenario/describe';
import { haveEqualShares } from '@/charts/panes/shares';
import { experimentCaption } from '@/analysis/scenario/pictureCaption';
import type { PresetVariant, SeedArm, ShippedPreset } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { buildPanes, withSharedScales } from '@/charts/panes/panes';
import { PaneTable } from '@/charts/stage/PaneTable';
import { StageCard, useStageKeys, useStageView } from '@/stage/StageCard';
import { useCursorStore } from '@/state/cursor';
import { Balance } from '@/ui/Balance';

import { armRun, gridOf } from '../arms';
import styles from './case.module.css';
import { sharesOfCurves } from '../sharesOverTime';
import { windowWords } from '../first/settingTexts';

/** Every variant beside the others: throughput and queue over all seeds, with one time axis. */
export function CaseStages({ shipped }: { shipped: ShippedPreset }) {
  const { preset, together } = shipped;
  const view = useStageView(useCursorStore());
  const isTable = useStageKeys(view);
  const stages = useMemo(() => stagesOf(shipped), [shipped]);
  const duration = preset.variants[0]?.scenario.duration_s ?? 1;
  const caption = experimentCaption({
    name: preset.title,
    arms: preset.variants.map(({ title }) => ({ name: title, isBaseline: false })),
    seedCount: together.seeds.length,
    coreVersion: together.core_version,
  });
  return (
    <div className={styles.stages} data-count={preset.variants.length}>
      {stages.map(({ variant, arm, run, panes }, index) => {
        const title = `Throughput and queue over time, ${variant.title}`;
        return (
          <section key={variant.id}>
            <h2 className={styles.variant}>
              {variant.title}
              <Link
                to="/build"
                search={{ preset: preset.id, variant: index }}
                aria-label={`Edit ${variant.title}`}
              >
                Edit
              </Link>
            </h2>
            <StageCard
              className={styles.plot}
              view={view}
              durationSeconds={duration}
              panes={panes}
              runs={[run]}
              averaged={[variant.scenario.warmup_s, variant.scenario.duration_s]}
              label={title}
              caption={caption}
              isLight
            />
            {isTable && <PaneTable panes={panes} />}
            <GroupShares variant={variant} arm={arm} />
          </section>
        );
      })}
    </div>
  );
}

function stagesOf({ preset, together }: ShippedPreset) {
  const built = preset.variants.flatMap((variant, index) => {
    const arm = together.arms[index];
    if (arm === undefined) return [];
    const { scenario, title } = variant;
    const series = gridOf(scenario, arm);
    const run = armRun({ scenario, title, known: arm, series, isBaseline: false, isPale: false });
    const options = {
      curves: 'flows',
      isGoodput: false,
      hasSsthresh: false,
      bandText: `mean of ${countOf(together.seeds.length, 'seed')}, band: lowest to highest`,
    } as const;
    return [{ variant, arm, run, panes: buildPanes(['throughput', 'queue'], [run], options) }];
  });
  return withSharedScales(built);
}

interface GroupSharesProps {
  readonly variant: PresetVariant;
  readonly arm: SeedArm;
}

/** Each group's share of throughput, over all seeds. A single flow has nothing to share. */
function GroupShares({ variant: { scenario }, arm }: GroupSharesProps) {
  const { flows, warmup_s: from, duration_s: to } = scenario;
  if (flows.length < 2) return null;
  const sums = flows.map((_, group) =>
    arm.results.reduce((sum, { throughputs_bps }) => sum + (throughputs_bps[group] ?? 0), 0),
  );
  const total = sums.reduce((sum, value) => sum + value, 0);
  const flowCount = flows.reduce((sum, { count }) => sum + count, 0);
  const parts = flows.map(({ label, count }, group) => ({
    label: count === 1 ? groupLabel(label, group) : `${count} × ${groupLabel(label, group)}`,
    hueClass: hueClass(group),
    share: total === 0 ? 0 : (sums[group] ?? 0) / total,
    fairShare: haveEqualShares(scenario) ? count / flowCount : null,
  }));
  const late = from === 0 ? sharesOfCurves(arm, to / 2) : null;
  return (
    <div className={styles.shares}>
      <Balance parts={parts} />
      <p>
        {parts.map((part) => (
          <span key={part.label} className={`hue-text ${part.hueClass}`}>
            {part.label} <b>{formatPercent(part.share)}</b>
          </span>
        ))}
      </p>
      <p
        className={styles.window}
      >{`Mean ${windowWords([from, to])}.${lateText(parts, late, to / 2)}`}</p>
    </div>
  );
}

/** A mean of the whole run has the start-up in it: then the state that it led to is said, too. */
function lateText(
  parts: readonly { readonly label: string }[],
  shares: readonly number[] | null,
  seconds: number,
): string {
  if (shares === null) return '';
  const texts = parts.map(({ label }, group) => `${label} ${formatPercent(shares[group] ?? 0)}`);
  return ` Over the last ${toShortest(seconds)} s: ${texts.join(', ')}.`;
}
