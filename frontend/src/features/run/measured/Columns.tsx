import { lazy, Suspense } from 'react';

import type { OpenedTable } from '@/features/files/useFileReading';

/** Few files need it. */
const ColumnChooser = lazy(() =>
  import('@/features/files/ColumnChooser').then((module) => ({ default: module.ColumnChooser })),
);

interface ColumnsProps {
  readonly table: OpenedTable;
  /** The names of its columns did not say enough. */
  readonly isNeeded: boolean;
  readonly onChoose: (file: File, columns: string) => void;
}

/** The columns of a table that was opened here, to be chosen or changed. */
export function Columns({ table, isNeeded, onChoose }: ColumnsProps) {
  return (
    <details open={isNeeded}>
      <summary>{`Columns of ${table.file.name}`}</summary>
      <Suspense>
        <ColumnChooser table={table} onChoose={onChoose} />
      </Suspense>
    </details>
  );
}
