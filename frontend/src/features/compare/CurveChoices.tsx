import { LINE_STYLES, PANE_IDS } from '@/charts/model';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';
import { countOf } from '@/analysis/numbers/shown';

import styles from './compare.module.css';
import { CURVE_SEEDS } from './curves';
import type { Compared } from './useCompared';
import type { CompareViewState } from './useCompareView';
import { isSmall, shownPanes, togglePane } from './viewChoices';
import { namedSeeds } from './seedTexts';

const PANE_NAMES = {
  throughput: 'Throughput',
  rtt: 'RTT',
  window: 'Window',
  rates: 'Pacing rate',
  queue: 'Queue',
} as const;

interface CurveChoicesProps {
  readonly view: CompareViewState;
  readonly compared: Compared;
}

/** How the curves are drawn: together or apart, as they are or as difference, which panes. */
export function CurveChoices({ view, compared }: CurveChoicesProps) {
  const { view: address, change, baseline } = view;
  const shown = shownPanes(address);
  const seeds = compared.comparison?.items[baseline]?.seeds.slice(0, CURVE_SEEDS) ?? [];
  const switched = (key: 'diff' | 'table') => (
    <input
      type="checkbox"
      checked={address[key] === true}
      onChange={({ target }) => change({ [key]: target.checked ? true : undefined })}
    />
  );
  return (
    <section className={styles.choices}>
      <h2>Curves</h2>
      <SegmentedControl
        fullWidth
        className={styles.layout}
        disabled={view.items.length > LINE_STYLES.length}
        aria-label="Layout of the curves"
        value={isSmall(view) ? 'small' : 'overlay'}
        onChange={(draw) => change({ draw })}
        data={[
          { value: 'overlay', label: 'Overlay' },
          { value: 'small', label: 'Side by side' },
        ]}
      />
      <label>{switched('diff')} Difference from the baseline</label>
      <fieldset>
        <legend className="visually-hidden">Plots</legend>
        {PANE_IDS.map((pane) => (
          <label key={pane}>
            <input
              type="checkbox"
              checked={shown.includes(pane)}
              onChange={() => change({ plots: togglePane(address, pane) })}
            />{' '}
            {PANE_NAMES[pane]}
          </label>
        ))}
      </fieldset>
      {seeds.length > 1 && (
        <label className={styles.selected}>
          <span>Curves of</span>
          <select
            value={address.seed ?? ''}
            onChange={({ target }) =>
              change({ seed: target.value === '' ? undefined : Number(target.value) })
            }
          >
            <option value="">{`mean of ${countOf(seeds.length, 'seed')}`}</option>
            {seeds.map((seed) => (
              <option key={seed} value={seed}>
                {namedSeeds(String(seed), 1)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>{switched('table')} Data table</label>
    </section>
  );
}
