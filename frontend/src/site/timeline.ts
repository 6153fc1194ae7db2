/** Phases and events of a run, as backend/lab/series/timeline.py answers. */
import { isOver, type Timeline } from '@/api/types';
import type { CoreChunk } from '@/core/chunk';

import type { SampledRun } from './series';

export function readTimeline(
  { id, status, scenario }: SampledRun,
  chunks: readonly CoreChunk[],
  query: URLSearchParams,
): Timeline {
  const from = Number(query.get('from_s') ?? 0);
  const to = Number(query.get('to_s') ?? scenario.duration_s);
  return {
    run_id: id,
    complete: isOver(status),
    phases: chunks
      .flatMap(({ phases }) => phases)
      .filter(({ startSeconds, endSeconds }) => startSeconds <= to && endSeconds >= from)
      .map(({ flowIndex, startSeconds, endSeconds, phase, reason }) => ({
        flow_index: flowIndex,
        start_s: startSeconds,
        end_s: endSeconds,
        phase,
        reason,
      })),
    events: chunks
      .flatMap(({ events }) => events)
      .filter(({ timeSeconds }) => from <= timeSeconds && timeSeconds <= to)
      .map(({ timeSeconds, flowIndex, kind, reason, value }) => ({
        time_s: timeSeconds,
        flow_index: flowIndex,
        kind,
        reason,
        ...(Number.isFinite(value) ? { value } : {}),
      })),
  };
}
