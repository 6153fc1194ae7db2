import { useState } from 'react';

import { runSteps, type FromRun } from '@/analysis/labs/fromResult';
import type { Comparison, ComparedRead } from '@/api/experiments/comparisons';
import { ShareDialog } from '@/share/ShareDialog';
import { sharedView } from '@/share/sharedView';
import { usePageKeys } from '@/state/keys';
import { UseInLab } from '@/steps/UseInLab';
import { Button } from '@/ui/Button';
import { Kbd } from '@/ui/Kbd';

import styles from './compare.module.css';
import type { CompareViewState } from './useCompareView';

/** The contents of the link. */
const OF_ITEMS = ['of', 'baseline', 'seeds', 'full'];

interface ShareComparisonProps {
  readonly comparison: Comparison;
  readonly labels: readonly string[];
  readonly view: CompareViewState;
  /** There are no runs of these seeds yet, which a link would hold. */
  readonly isKnown: boolean;
}

/** Passing on a comparison with the runs of all its seeds, as it stands on the page. */
export function ShareComparison({ comparison, labels, view, isKnown }: ShareComparisonProps) {
  const [isSharing, setSharing] = useState(false);
  const [isUsing, setUsing] = useState(false);
  const { items, baseline_index } = comparison;
  const address = window.location.href;
  const share = () => {
    if (isKnown) view.change({ full: true });
    setSharing(true);
  };
  usePageKeys({ s: share });
  return (
    <>
      <div className={styles.share}>
        <Button aria-haspopup="dialog" onClick={() => setUsing(true)}>
          Use in a lab
        </Button>
        <Button aria-haspopup="dialog" onClick={share} rightSection={<Kbd>s</Kbd>}>
          Share
        </Button>
      </div>
      {isUsing && (
        <UseInLab
          steps={runSteps(items.map((item, place) => fromItem(item, labels[place])))}
          notice={`${items.length} steps, one for each scenario that is compared, with the first of its seeds.`}
          name={titleOf(labels)}
          onClose={() => setUsing(false)}
        />
      )}
      {isSharing && (
        <ShareDialog
          subject={{
            kind: 'comparison',
            run_ids: items.flatMap(({ run_ids }) => run_ids),
            items: items.map((item, place) => partOf(item, labels[place] ?? item.label)),
            baseline_index,
          }}
          view={sharedView(address, OF_ITEMS)}
          name={titleOf(labels)}
          what={`A link that shows these ${String(items.length)} items side by side, with the runs of all their seeds, as the page shows them now.`}
          notReady={notReadyText(items, isKnown)}
          address={address}
          addressWhy="Opens the compared runs themselves, until you delete them."
          onClose={() => setSharing(false)}
        />
      )}
    </>
  );
}

/** null: everything that a link would hold is there. */
function notReadyText(items: readonly ComparedRead[], isKnown: boolean): string | null {
  if (isKnown) {
    return 'A link keeps the runs of all seeds. They are being computed; you can make the link when they are done.';
  }
  return items.every(isWhole) ? null : 'A link shows a result, so every seed must be done first.';
}

const MOST_LETTERS = 200;

function titleOf(labels: readonly string[]): string {
  return labels.join(', ').slice(0, MOST_LETTERS);
}

function fromItem({ label, scenario, seeds }: ComparedRead, shown = label): FromRun {
  return { name: shown, scenario, seed: seeds[0] ?? 1 };
}

function partOf({ cell, run_ids }: ComparedRead, label: string) {
  const short = label.slice(0, MOST_LETTERS);
  if (cell === null) return { label: short, run_count: run_ids.length };
  const { experiment_id, cell_index } = cell;
  return { label: short, run_count: 0, experiment_id, cell_index };
}

function isWhole({ seeds, seed_count, cell }: ComparedRead): boolean {
  const isOver = cell === null || cell.experiment_status === 'done';
  return isOver && seeds.length === seed_count;
}
