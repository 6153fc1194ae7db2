import { Link } from '@tanstack/react-router';

import { listed } from '@/analysis/series/fragments';
import { useAlgorithms } from '@/api/catalog';

import { readingsIn } from './readings';

interface ReadingNoteProps {
  /** A scenario, an experiment's definition, or the names of algorithms. */
  readonly within: unknown;
}

/** Which reading of its paper each algorithm uses here; nothing where every paper has only one. */
export function ReadingNote({ within }: ReadingNoteProps) {
  const readings = readingsIn(within, useAlgorithms().data ?? []);
  const algorithms = [...new Set(readings.map(({ algorithm }) => algorithm))];
  return algorithms.map((algorithm) => {
    const own = readings.filter((reading) => reading.algorithm === algorithm);
    const [{ title, count } = { title: '', count: 0 }] = own;
    const names = own.map(({ words, isDefault }) => `“${words}”${isDefault ? ' (default)' : ''}`);
    return (
      <p key={algorithm} className="quiet small">
        {`The paper of ${title} can be read in several ways. Here it is read as ${listed(names)}. `}
        <Link to="/algorithms/$name" params={{ name: algorithm }}>
          {`All ${count} readings of ${title}`}
        </Link>
      </p>
    );
  });
}
