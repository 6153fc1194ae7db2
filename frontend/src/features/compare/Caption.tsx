import type { ItemCurves } from './curves';
import type { CompareViewState } from './useCompareView';
import { seedsText } from './seedTexts';

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

/** Of which seeds the lines are, and which of them is the baseline. */
export function Caption({ view: { view, baseline }, items, isSplit }: CaptionProps) {
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
