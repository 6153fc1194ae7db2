/** Files of runs of this browser, by the service's own lines in Python. */
import type { CoreChunk } from '@/core/chunk';

import type { Asked } from './answer';
import { packetsForFile } from './packets';
import { file, notDone, olderResult, refusal } from './problems';
import { askPythonForFile } from './python/askPython';
import * as runs from './runs';
import { readTimeline } from './timeline';

export async function writeFile(
  entry: runs.Entry,
  format: string,
  { request, url }: Asked,
): Promise<Response> {
  const { run } = entry;
  if (run.status !== 'done') return notDone(run.id, run.status);
  const result = (await runs.resultOf(run))?.answer;
  if (result === undefined) return olderResult();
  const [from_s = null, to_s = null] = ['from_s', 'to_s'].map((name) => numberOf(url, name));
  const hasPart = from_s !== null && to_s !== null;
  const packets = hasPart ? await packetsForFile(entry, url.searchParams, request.signal) : null;
  if (packets instanceof Response) return packets;
  const chunks = await runs.chunksOf(entry);
  const { phases, events } = readTimeline(run, chunks, new URLSearchParams());
  const { name, seed, scenario } = run;
  const { pieces, values } = piecesOf(chunks);
  const body = {
    format,
    name,
    seed,
    scenario,
    result,
    pieces,
    phases,
    events,
    from_s,
    to_s,
    packets,
  };
  const { status, body: found, bytes } = await askPythonForFile(body, values);
  if (status !== 200) return refusal(found as Parameters<typeof refusal>[0]);
  const { name: fileName, media_type } = found as { name: string; media_type: string };
  return file(bytes, fileName, media_type);
}

function numberOf({ searchParams }: URL, name: string): number | null {
  const text = searchParams.get(name);
  return text === null ? null : Number(text);
}

/** What each chunk has of each subject, and behind one another the values of its columns. */
function piecesOf(chunks: readonly CoreChunk[]) {
  const columns: Float64Array[] = [];
  const pieces = chunks.flatMap(({ firstSample, sampleCount, subjects }) =>
    subjects.map((subject) => {
      columns.push(...subject.columns.values());
      const metrics = [...subject.columns.keys()];
      const { kind, index } = subject;
      return {
        subject: kind,
        index,
        first_sample: firstSample,
        sample_count: sampleCount,
        metrics,
      };
    }),
  );
  const values = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    values.set(column, at);
    at += column.length;
  }
  return { pieces, values };
}
