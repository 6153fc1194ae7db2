/** The first rows of a table, for a person who says what its columns are. Pure. */
import { type Role, rolesOfNames } from './columnRoles';
import { isLabSeries } from './labSeries';
import { firstLines } from '@/analysis/imports/lines';
import { hasRows, readTable } from './table';

export interface ChosenColumn {
  readonly role: Role;
  readonly unit: string;
}

export interface TablePreview {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What each column is taken for by its name; null: for nothing. */
  readonly guesses: readonly (ChosenColumn | null)[];
}

const FIRST_LINES = 20;
const SHOWN_ROWS = 3;

/** Null: the text is no table. */
export function previewOf(text: string): TablePreview | null {
  const lines = firstLines(text, FIRST_LINES);
  if (!hasRows(lines) || isLabSeries(lines)) return null;
  const { names, rows } = readTable(`${lines.join('\n')}\n`);
  const found = rolesOfNames(names);
  return {
    names,
    rows: rows.slice(0, SHOWN_ROWS).map(({ words }) => words),
    guesses: names.map((_, at) => found.find((column) => column.at === at) ?? null),
  };
}

/** As `ReadOptions.columns` has them. */
export function wordsOf(columns: readonly (ChosenColumn | null)[]): string {
  return columns
    .flatMap((column, at) => {
      if (column === null) return [];
      const unit = column.unit === '' ? '' : `:${column.unit}`;
      return [`${column.role}=${at + 1}${unit}`];
    })
    .join(',');
}
