const SORTED = { asc: 'ascending', desc: 'descending' } as const;
const ARROWS = { asc: ' ↑', desc: ' ↓' } as const;

interface SortHeadProps {
  readonly name: string | undefined;
  readonly title?: string | undefined;
  readonly isNumber?: boolean | undefined;
  readonly direction: 'asc' | 'desc' | false;
  readonly onSort: () => void;
}

/** The head of a column that the table can be sorted by; says which way it is. */
export function SortHead({ name, title, isNumber, direction, onSort }: SortHeadProps) {
  return (
    <th
      scope="col"
      className={isNumber === true ? 'number' : undefined}
      aria-sort={direction === false ? undefined : SORTED[direction]}
    >
      <button type="button" title={title} onClick={onSort}>
        {name}
        {direction !== false && ARROWS[direction]}
      </button>
    </th>
  );
}
