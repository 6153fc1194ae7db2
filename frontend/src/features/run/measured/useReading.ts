import { useRef } from 'react';

import { type FileReading, useFileReading } from '@/files/useFileReading';
import type { Run } from '@/api/types';
import { addMeasured, removeMeasured } from '@/state/measured';
import { passFileOn } from '@/ui/useDroppedFile';

const IS_LINK =
  'It is the trace of a link, not a measurement. Open it in the editor of scenarios, at the delivery trace of the bottleneck.';
const IS_SCENARIO = 'It is a scenario, not a measurement. Open it in the editor of scenarios.';

/** Reads traces that stand beside a run; a table with other columns replaces itself. */
export function useReading(run: Run): FileReading {
  const placed = useRef<{ readonly file: File; readonly id: string } | null>(null);
  return useFileReading((found, file) => {
    if (found.kind !== 'measurement') {
      // It may belong elsewhere: the same that a page without a place for files shows.
      if (passFileOn(file)) return null;
      return found.kind === 'link' ? IS_LINK : IS_SCENARIO;
    }
    const before = placed.current;
    if (before?.file === file) removeMeasured(run.id, before.id);
    const id = addMeasured(run.id, found.trace, run.scenario.flows.length);
    placed.current = { file, id };
    return null;
  });
}
