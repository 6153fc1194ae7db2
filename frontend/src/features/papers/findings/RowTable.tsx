import { Link } from '@tanstack/react-router';

import { aligned, countOf } from '@/analysis/numbers/shown';
import { decidingDefinition } from '@/analysis/papers/decide';
import { differenceText } from '@/analysis/papers/numbers';
import type { CellReference, PaperRow, SeedTally, Shown, Strata } from '@/analysis/papers/types';
import { hasServer } from '@/api/http/transport';
import { Term } from '@/ui/Term';

import { ClaimInLab } from './ClaimInLab';
import { Estimate } from './Estimate';
import experimentsStyles from './experiments.module.css';
import { usePaperContext } from '../paperContext';
import styles from './rows.module.css';
import { useFork } from './useFork';
import { VerdictMark, VerdictTally, VerdictSquare } from './VerdictMark';
import { causeWords, verdictWords } from './verdictTexts';

const settingText = (setting?: string) => `Setting: ${setting ?? ''}`;

interface RowTableProps {
  readonly caption: string;
  readonly rows: readonly PaperRow[];
  /** Findings are known by their ids, numbers by what they are. */
  readonly hasIds?: boolean;
}

/** Published number, our measurement, their distance, and the verdict. */
export function RowTable({ caption, rows, hasIds = false }: RowTableProps) {
  const settings = new Set(rows.map(({ setting }) => setting));
  const isShared = settings.size === 1 && rows.length > 1;
  const common = commonNote(rows);
  return (
    <>
      {isShared && <p className={styles.setting}>{settingText(...settings)}</p>}
      <table className={styles.table} data-ids={hasIds || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{hasIds ? 'Finding' : 'Number'}</th>
            <th scope="col">Published</th>
            <th scope="col">Ours</th>
            <th scope="col">Difference</th>
            <th scope="col">Verdict</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} shipped={row} hasId={hasIds} hasSetting={!isShared} common={common} />
          ))}
        </tbody>
      </table>
      {common !== null && <p className={styles.common}>{`* ${common}`}</p>}
    </>
  );
}

/** A remark that several rows share is made once, below them. */
function commonNote(rows: readonly PaperRow[]): string | null {
  const notes = rows.flatMap(({ note }) => (note === null ? [] : [note]));
  return notes.find((note, index) => notes.indexOf(note) !== index) ?? null;
}

interface RowProps {
  readonly shipped: PaperRow;
  readonly hasId: boolean;
  readonly hasSetting: boolean;
  readonly common: string | null;
}

function Row({ shipped, hasId, hasSetting, common }: RowProps) {
  const { row, isFollowed } = usePaperContext().follow(shipped);
  const { published, estimate, difference, shown, verdict, tolerance, cause, strata, tally } = row;
  return (
    <>
      <tr id={`row-${row.id}`} data-paled={!isFollowed || undefined}>
        <th scope="row">
          <RowDescription row={row} hasId={hasId} hasSetting={hasSetting} common={common} />
        </th>
        <td data-label="Published">{published.text}</td>
        <td data-label="Ours">
          <Estimate estimate={estimate} shown={shown} />
          {tally !== null && <small>{tallyText(tally)}</small>}
          {row.agreement !== null && <small>{row.agreement.sentence}</small>}
        </td>
        <td data-label="Difference">
          {difference === null ? '–' : differenceText(difference, shown)}
        </td>
        <td data-label="Verdict">
          <VerdictMark verdict={verdict} why={row.verdict_text} note={tolerance?.reason} />
          {cause !== null && <small>{causeWords[cause]}</small>}
          <DecideRow row={row} />
          {tolerance !== null && <small>{`tolerance ${tolerance.text}`}</small>}
          {!isFollowed && (
            <small>with the default choices: this one was not computed for yours</small>
          )}
        </td>
        <td data-label="From" className={styles.from}>
          <CellLink cells={row.cells} what={row.what} />
          <ClaimInLab row={row} />
        </td>
      </tr>
      {strata !== null && (
        <tr className={styles.conditions}>
          <td colSpan={6}>
            <StrataFold strata={strata} shown={shown} />
          </td>
        </tr>
      )}
    </>
  );
}

/** `FaiRTT nearer to equal shares in 29 of 40 seeds (sign test: p = 0.006)`. */
function tallyText({ what, count, seed_count, probability }: SeedTally): string {
  const said = `${what} in ${count} of ${seed_count} seeds`;
  if (probability === null) return said;
  const p = probability < 0.001 ? 'p < 0.001' : `p = ${aligned(probability, 3)}`;
  return `${said} (sign test: ${p})`;
}

interface RowDescriptionProps {
  readonly row: PaperRow;
  readonly hasId: boolean;
  readonly hasSetting: boolean;
  readonly common: string | null;
}

function RowDescription({ row, hasId, hasSetting, common }: RowDescriptionProps) {
  const { id, what, metric, arm, setting, reading, note, verdict, verdict_text } = row;
  return (
    <>
      {hasId && <b className={styles.id}>{id}</b>}
      <span>
        <Term name={what} definition={metric} /> <span className={styles.arm}>{arm}</span>
        {note !== null && note === common && ' *'}
      </span>
      {hasSetting && <small>{setting}</small>}
      {reading !== null && <small>{`read as: ${reading}`}</small>}
      {verdict === 'not_checkable' && <small className={styles.reason}>{verdict_text}</small>}
      {note !== null && note !== common && <small className={styles.reason}>{note}</small>}
      {row.validate_rows.length > 0 && (
        <small>{`research/results.md: ${row.validate_rows.join(', ')}`}</small>
      )}
    </>
  );
}

interface CellLinkProps {
  readonly cells: readonly CellReference[];
  readonly what: string;
}

/** To the first cell that a number comes from, in its stored experiment. */
function CellLink({ cells, what }: CellLinkProps) {
  const { paper } = usePaperContext();
  const [first] = cells;
  if (first === undefined) return '–';
  const id = paper.experiments.find(({ key }) => key === first.experiment_key)?.id ?? null;
  const count = cells.reduce((sum, { cell_indices }) => sum + cell_indices.length, 0);
  if (id === null) return count === 1 ? 'cell' : `${count} cells`;
  return (
    <Link
      to="/experiments/$id"
      params={{ id }}
      search={{ cell: first.cell_indices[0] ?? 0 }}
      aria-label={`${count === 1 ? 'The cell' : `The first of ${count} cells`} behind: ${what}`}
    >
      {count === 1 ? 'cell' : `${count} cells`}
    </Link>
  );
}

/** Where the seeds are inconclusive: the experiment with about as many as would suffice. */
function DecideRow({ row }: { row: PaperRow }) {
  const { paper } = usePaperContext();
  const definition = decidingDefinition(row, paper.experiments);
  const { fork, isRefused } = useFork('/experiments/new');
  if (definition === null || row.seeds_needed === null || !hasServer()) return null;
  const seeds = countOf(row.seeds_needed, 'seed');
  return (
    <small>
      <button
        type="button"
        className={experimentsStyles.link}
        aria-label={`Try ${seeds}, about as many as would decide: ${row.what}`}
        onClick={() => fork(row.what, definition)}
      >
        {`Try ${seeds}`}
      </button>
      {isRefused && (
        <span role="alert"> This browser keeps no drafts, so nothing can be opened.</span>
      )}
    </small>
  );
}

/** A number condition by condition: counted in a line, listed on demand. */
function StrataFold({ strata, shown }: { strata: Strata; shown: Shown }) {
  const { axes, items, counts, decides, average_reason } = strata;
  return (
    <details className={`ui-fold ${styles.strata ?? ''}`}>
      <summary>
        <span>{`${items.length} conditions`}</span> <VerdictTally counts={counts} />
      </summary>
      {!decides && (
        <p className={styles.reason}>
          {`The verdict is that of the average, because the paper’s number is one: ${average_reason ?? ''}.`}
        </p>
      )}
      <ul aria-label={axes.join(', ')}>
        {items.map(({ label, estimate, verdict, cause }) => (
          <li key={label}>
            <span>{label}</span>
            <span>
              <Estimate estimate={estimate} shown={shown} />
            </span>
            <span>
              <VerdictSquare verdict={verdict} /> {verdictWords[verdict]}
              {cause !== null && <small>{causeWords[cause]}</small>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
