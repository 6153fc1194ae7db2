import { useMemo } from 'react';

import { isForEditor, withFork } from '@/analysis/scenario/forks';
import { shortModuleName } from '@/analysis/scenario/modules';
import { useModule } from '@/api/modules';

import type { StartingPoint } from './startingPoints';

interface Copy {
  /** null: not there, or not yet. */
  readonly point: StartingPoint | null;
  /** Why there is none; "": nothing is wrong. */
  readonly problem: string;
  readonly licence: string;
}

/** A stored module to begin with; of undefined, nothing. */
export function useCopy(name: string | undefined): Copy {
  const { data, error } = useModule(name ?? null);
  return useMemo(() => {
    if (error !== null) return { point: null, problem: error.message, licence: '' };
    if (data === undefined) return { point: null, problem: '', licence: '' };
    const { source_text: source, description, licence } = data;
    const { title } = description;
    if (!isForEditor(source)) {
      const problem = `${title} has no source in AssemblyScript, which this page compiles.`;
      return { point: null, problem, licence };
    }
    const label = `the copy of ${title}, ${shortModuleName(data.name)},`;
    const text = withFork(source, { name: data.name, title });
    return { point: { name: data.name, label, text }, problem: '', licence };
  }, [data, error]);
}
