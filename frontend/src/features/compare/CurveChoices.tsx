import { SegmentedControl } from '@mantine/core';

import { LINE_STYLES, PANE_IDS } from '@/charts/model';
import { comparisonText } from '@/messages/comparison';

import styles from './compare.module.css';
import { CURVE_SEEDS } from './curves';
import type { Compared } from './useCompared';
import type { CompareViewState } from './useCompareView';
import { isSmall, shownPanes, togglePane } from './viewChoices';

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
      <h2>{comparisonText.curves}</h2>
      <SegmentedControl
        fullWidth
        className={styles.layout}
        disabled={view.items.length > LINE_STYLES.length}
        aria-label={comparisonText.layout}
        value={isSmall(view) ? 'small' : 'overlay'}
        onChange={(draw) => change({ draw })}
        data={[
          { value: 'overlay', label: comparisonText.overlay },
          { value: 'small', label: comparisonText.small },
        ]}
      />
      <label>
        {switched('diff')} {comparisonText.asDifference}
      </label>
      <fieldset>
        <legend className="visually-hidden">{comparisonText.panes}</legend>
        {PANE_IDS.map((pane) => (
          <label key={pane}>
            <input
              type="checkbox"
              checked={shown.includes(pane)}
              onChange={() => change({ plots: togglePane(address, pane) })}
            />{' '}
            {comparisonText.paneNames[pane]}
          </label>
        ))}
      </fieldset>
      {seeds.length > 1 && (
        <label className={styles.selected}>
          <span>{comparisonText.curveOf}</span>
          <select
            value={address.seed ?? ''}
            onChange={({ target }) =>
              change({ seed: target.value === '' ? undefined : Number(target.value) })
            }
          >
            <option value="">{comparisonText.meanOfSeeds(seeds.length)}</option>
            {seeds.map((seed) => (
              <option key={seed} value={seed}>
                {comparisonText.seeds(String(seed), 1)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {switched('table')} {comparisonText.table}
      </label>
    </section>
  );
}
