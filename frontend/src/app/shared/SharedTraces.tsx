import { useEffect } from 'react';

import { fromLinked } from '@/analysis/imports/linked';
import { useSharedTraces, type Share } from '@/api/shares';
import { addLinked } from '@/state/measured';
import { Note } from '@/ui/Note';

interface SharedTracesProps {
  readonly token: string;
  readonly share: Share;
}

/** Lays the measured traces of a link beside its first run. */
export function SharedTraces({ token, share }: SharedTracesProps) {
  const { data, error } = useSharedTraces(token, share.trace_count > 0);
  const runId = share.runs[0]?.id;
  useEffect(() => {
    if (data !== undefined && runId !== undefined) addLinked(runId, data.items.map(fromLinked));
  }, [data, runId]);
  if (error === null) return null;
  return (
    <Note tone="bad" title="The measured traces could not be loaded">
      {error.message}
    </Note>
  );
}
