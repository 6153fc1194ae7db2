import { useState } from 'react';

import { claimSteps } from '@/analysis/labs/fromResult';
import { intervalText, shownText } from '@/analysis/papers/numbers';
import type { PaperRow } from '@/analysis/papers/types';
import { useExperimentCell } from '@/api/experiments/experiments';
import { UseInLab } from '@/steps/UseInLab';

import { usePaperContext } from '../paperContext';

/** A claim of a paper as steps of a lab: the claim beside our number, and the run behind it. */
export function ClaimInLab({ row }: { row: PaperRow }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="ui-link line"
        aria-haspopup="dialog"
        aria-label={`Use in a lab: ${row.what} ${row.arm}`}
        onClick={() => setOpen(true)}
      >
        in a lab
      </button>
      {isOpen && <Claim row={row} onClose={() => setOpen(false)} />}
    </>
  );
}

function Claim({ row, onClose }: { row: PaperRow; onClose: () => void }) {
  const { paper } = usePaperContext();
  const [cell] = row.cells;
  const id = paper.experiments.find(({ key }) => key === cell?.experiment_key)?.id ?? null;
  const index = id === null ? null : (cell?.cell_indices[0] ?? null);
  const { data, error } = useExperimentCell(id ?? '', index, 0);
  const isWaiting = index !== null && data === undefined;
  const steps = isWaiting
    ? null
    : claimSteps({
        what: `${row.what} ${row.arm}`.trim(),
        setting: [row.setting, row.reading === null ? '' : `read as: ${row.reading}`]
          .filter(Boolean)
          .join('; '),
        published: row.published.text,
        ours: oursText(row),
        source: `${paper.authors}. ${paper.title}. ${paper.published_in}`,
        url: paper.url,
        scenario: data?.scenario ?? null,
        seed: data?.seeds[0] ?? 1,
      });
  const notice =
    index === null
      ? 'A text step that states the claim with its source. No stored cell supports this number, so there is no run step.'
      : `A text step that states the claim with its source and our number, and a step that runs ${cellWords(row)} behind it with its first seed.`;
  return (
    <UseInLab steps={steps} notice={notice} error={error} name={paper.title} onClose={onClose} />
  );
}

function oursText({ estimate, shown }: PaperRow): string | null {
  if (estimate?.mean == null) return null;
  const interval = intervalText(estimate, shown);
  const seeds = interval === null ? '' : ` (95% interval ${interval})`;
  return `${shownText(estimate.mean, shown)}${seeds}`;
}

function cellWords({ cells }: PaperRow): string {
  const count = cells.reduce((sum, { cell_indices }) => sum + cell_indices.length, 0);
  return count > 1 ? `the first of the ${count} cells` : 'the cell';
}
