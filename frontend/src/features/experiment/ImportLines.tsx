import { countOf } from '@/analysis/numbers/shown';
import { formatCount } from '@/analysis/numbers/units';
import type { Experiment } from '@/api/experiments/experiments';
import { Note } from '@/ui/Note';

import styles from './experiment.module.css';

type Import = Experiment['imports'][number];

/** Results computed elsewhere, by whom, and how many of them the lab has verified. */
export function ImportLines({ experiment }: { experiment: Experiment }) {
  // A reason that the notice of a pause gives is not repeated.
  const said = experiment.pause_reason ?? '';
  const imports = experiment.imports.filter(
    ({ reason }) => reason === null || !said.endsWith(reason),
  );
  if (imports.length === 0) return null;
  return (
    <div className={styles.verdicts} role="status">
      {imports.map((brought) =>
        brought.status === 'refused' ? (
          <Note key={brought.id} tone="bad" title={`Not imported: ${runsOf(brought)}`}>
            {brought.reason}
          </Note>
        ) : (
          <p key={brought.id}>
            <b>{brought.status === 'accepted' ? 'Imported: ' : 'Being imported: '}</b>
            {sentenceOf(brought)} <Lot brought={brought} />
          </p>
        ),
      )}
    </div>
  );
}

function runsOf({ unit_count, computed_by }: Import): string {
  const by = computed_by === '' ? '' : `, computed by ${computed_by}`;
  return `${countOf(unit_count, 'run')}${by}`;
}

function sentenceOf(brought: Import): string {
  const { status, drawn_count, compared_count, unit_count, core_version } = brought;
  const runs = `${runsOf(brought)} (core ${core_version}).`;
  const of = formatCount(unit_count);
  return status === 'accepted'
    ? `${runs} ${formatCount(compared_count)} of ${of} recomputed here, with equal numbers.`
    : `${runs} ${formatCount(drawn_count)} of ${of} are recomputed here first.`;
}

function Lot({ brought: { lot } }: { brought: Import }) {
  return <span className="quiet small">{`Drawn by lot ${lot ?? ''}.`}</span>;
}
