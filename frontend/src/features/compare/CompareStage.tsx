import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';

import { toRange } from '@/analysis/numbers/instant';
import { captionParts, sentences } from '@/analysis/scenario/pictureCaption';
import type { PaneId, StageRun, TimeRange } from '@/charts/model';
import { differencePanes } from '@/charts/panes/differencePanes';
import { buildPanes, type PaneOptions, withSharedScales } from '@/charts/panes/panes';
import { MissingCurves } from '@/charts/stage/MissingCurves';
import { PaneTable } from '@/charts/stage/PaneTable';
import { useLiveRange } from '@/charts/stage/useLiveRange';
import { StageCard } from '@/stage/StageCard';
import { useCursorStore } from '@/state/cursor';
import { usePageKeys } from '@/state/keys';

import styles from './compare.module.css';
import { differenceStage, type ItemCurves, itemStage } from './curves';
import { lineStyles } from './lineStyles';
import { seedsText } from './seedTexts';
import type { Compared } from './useCompared';
import type { CompareViewState } from './useCompareView';
import { type Curves, useCurves } from './useCurves';
import { isSmall, shownPanes } from './viewChoices';

const drawnApartOne = (seeds: string) => `Lines: ${seeds}.`;

const drawnApart = (seeds: string) => `Lines: mean of ${seeds}.`;

const drawnOne = (seeds: string, baseline: string) => `Lines: ${seeds}. Dashed: ${baseline}.`;

const drawn = (seeds: string, baseline: string) => `Lines: mean of ${seeds}. Dashed: ${baseline}.`;

interface CaptionProps {
  readonly view: CompareViewState;
  readonly items: readonly ItemCurves[];
  readonly isSplit: boolean;
}

/** Overlaid lines of more items than this have no bands. */
const MOST_BANDS = 2;

/** The seeds behind the lines, and which line is the baseline. */
function Caption({ view: { view, baseline }, items, isSplit }: CaptionProps) {
  const base = items[baseline];
  if (base === undefined || base.grids.size === 0) return null;
  const isOne = view.seed !== undefined || base.grids.size === 1;
  const seeds =
    view.seed === undefined ? [...base.grids.keys()].sort((a, b) => a - b) : [view.seed];
  const text = seedsText(seeds, seeds.length);
  const said = isSplit
    ? (isOne ? drawnApartOne : drawnApart)(text)
    : (isOne ? drawnOne : drawn)(text, base.label);
  const shown = items.length - (view.diff === true ? 1 : 0);
  return (
    <p className="small quiet">
      {said} {view.diff === true && 'Differences are paired by seed.'}{' '}
      {!isSplit &&
        !isOne &&
        shown > MOST_BANDS &&
        'Too many lines for 95% bands here: choose Side by side to see them.'}
    </p>
  );
}

interface CompareStageProps {
  readonly view: CompareViewState;
  readonly compared: Compared;
}

const PHONE = '(max-width: 760px)';

/** The curves of all items on the same axes, or each on its own with equal axes. */
export function CompareStage({ view, compared }: CompareStageProps) {
  const { view: address, change } = view;
  const clock = useCursorStore();
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const { plots } = address;
  const panes = useMemo(() => shownPanes(plots === undefined ? {} : { plots }), [plots]);
  const zoom = useMemo<TimeRange | null>(
    () =>
      address.from === undefined || address.to === undefined ? null : [address.from, address.to],
    [address.from, address.to],
  );
  const options = usePaneOptions(view, compared);
  const curves = useCurves(view, compared, panes, options, zoom);
  const duration = Math.max(1, ...curves.items.map(({ scenario }) => scenario.duration_s));
  const range = useMemo<TimeRange>(() => zoom ?? [0, duration], [zoom, duration]);
  const onZoom = (from: number, to: number) => {
    const [fromSeconds, toSeconds] = toRange(from, to);
    change({ from: fromSeconds, to: toSeconds });
  };
  const onReset = () => change({ from: undefined, to: undefined });
  const live = useLiveRange(range, duration, onZoom, onReset);
  const setZoom = (wanted: TimeRange | null) => (wanted === null ? onReset() : onZoom(...wanted));
  const shown = { clock, zoom, setZoom };
  const toggleTable = () => change({ table: address.table === true ? undefined : true });
  usePageKeys({ f: clock.toggleFrozen, '0': onReset, t: toggleTable });
  const isSplit = isPhone || isSmall(view);
  const stages = useStages(view, curves.items, panes, options, isSplit);
  return (
    <section aria-label="Curves">
      <Notices curves={curves} />
      <Caption view={view} items={curves.items} isSplit={isSplit} />
      <div className={styles.stages} data-small={stages.length > 1 || undefined}>
        {stages.map(({ members, panes: drawn, title }) => (
          <div key={title ?? 'all'} className={styles.stageBox}>
            {title !== null && <h2>{title}</h2>}
            <StageCard
              className={styles.stage}
              heightPx={stageHeight(drawn.length)}
              view={shown}
              durationSeconds={duration}
              panes={drawn}
              runs={members}
              live={live}
              label={members.map(({ label }) => label).join(', ')}
              pictureTitle={title ?? 'Curves'}
              caption={pictureCaption(members, curves.items)}
            />
            {address.table === true && <PaneTable panes={drawn} />}
          </div>
        ))}
      </div>
    </section>
  );
}

/** A band is promised only where the curves are means of several seeds. */
function usePaneOptions({ view }: CompareViewState, { comparison }: Compared): PaneOptions {
  const hasBands =
    view.seed === undefined && (comparison?.items.some(({ seeds }) => seeds.length > 1) ?? false);
  return useMemo(
    () => ({
      curves: 'groups',
      isGoodput: false,
      hasSsthresh: false,
      bandText: hasBands
        ? 'line: mean of the seeds, band: its 95% interval'
        : 'line: mean of the flows',
    }),
    [hasBands],
  );
}

/** Progress of the runs for the curves, or why there are none. */
function Notices({ curves: { cellRuns, missing } }: { curves: Curves }) {
  const error = missing.error ?? cellRuns.error;
  const onRetry = () => {
    missing.onRetry();
    if (cellRuns.error !== null) cellRuns.retry();
  };
  if (error !== null) return <MissingCurves {...missing} error={error} onRetry={onRetry} />;
  if (cellRuns.doneCount >= cellRuns.wantedCount) return null;
  return (
    <p className="small quiet" role="status">
      {`Cells store only numbers: ${cellRuns.doneCount} of ${cellRuns.wantedCount} runs computed for their curves.`}
    </p>
  );
}

interface DrawnStage {
  readonly members: readonly StageRun[];
  readonly panes: ReturnType<typeof buildPanes>;
  /** null: it holds all of them. */
  readonly title: string | null;
}

function useStages(
  { items, baseline, view }: CompareViewState,
  curves: readonly ItemCurves[],
  ids: readonly PaneId[],
  options: PaneOptions,
  isSplit: boolean,
): DrawnStage[] {
  const { diff, seed = null } = view;
  return useMemo(() => {
    const base = curves[baseline];
    if (base === undefined || curves.length < items.length) return [];
    const styleOf = lineStyles(curves.length, baseline);
    const others = curves.flatMap((item, place) => (place === baseline ? [] : [{ item, place }]));
    const drawn = diff === true ? others : [{ item: base, place: baseline }, ...others];
    const stageOf = ({ item, place }: (typeof drawn)[number], index: number): StageRun => {
      const style = isSplit ? 'solid' : (styleOf[place] ?? 'solid');
      const role = isSplit || index === 0 ? 'current' : 'other';
      const drawing = { role, style, seed } as const;
      return diff === true ? differenceStage(item, base, drawing) : itemStage(item, drawing);
    };
    const panesOf = (members: readonly StageRun[]) =>
      diff === true
        ? differencePanes(ids, members, options, {
            label: base.label,
            durationSeconds: base.scenario.duration_s,
          })
        : buildPanes(ids, members, options);
    if (!isSplit) {
      // The first of the others is the current one; the baseline lies below it.
      const order = diff === true ? drawn : [...drawn.slice(1), ...drawn.slice(0, 1)];
      const members = order.map(stageOf);
      return [{ members, panes: panesOf(members), title: null }];
    }
    const stages = drawn.map((each, index) => {
      const members = [stageOf(each, index)];
      const title = each.place === baseline ? `${base.label} (baseline)` : each.item.label;
      return { members, panes: panesOf(members), title };
    });
    return withSharedScales(stages);
  }, [items, baseline, diff, seed, curves, ids, options, isSplit]);
}

const PANE_PX = 150;
const AXIS_PX = 40;

function stageHeight(paneCount: number): number {
  return Math.max(1, paneCount) * PANE_PX + AXIS_PX;
}

const { core, seed, seeds, baselineRun, styles: styleWords } = captionParts;

/** The caption of a picture of compared items: scenarios, items, seeds, core. */
function pictureCaption(members: readonly StageRun[], items: readonly ItemCurves[]): string {
  const shown = items.filter(({ key }) => members.some(({ id }) => id === key));
  const names = new Set(shown.map(({ scenario }) => scenario.name));
  const labels = members.map(({ label, role, style }) => {
    const marks = [
      role === 'baseline' ? baselineRun : '',
      style === undefined ? '' : styleWords[style],
    ];
    return `${label} (${marks.filter((mark) => mark !== '').join(', ')})`;
  });
  const ofSeeds = new Set(
    shown.map(({ grids }) => {
      const [only] = grids.keys();
      return grids.size === 1 && only !== undefined ? seed(String(only)) : seeds(grids.size);
    }),
  );
  const cores = new Set(shown.flatMap(({ run }) => run?.core_version ?? []));
  const facts = [...ofSeeds, ...[...cores].map((version) => core(version))];
  return sentences([[...names].join(', '), labels.join(', '), facts.join('; ')]);
}
