/** Phenomena and chains of causes of a run, by the service's own rules in Python. */
import type { components } from '@/api/schema';

import { json, notExplained, notDone, refusal } from './problems';
import { askPython } from './python/askPython';
import * as runs from './runs';
import { readSeries } from './series';
import { readTimeline } from './timeline';

/** As `_wanted` in backend/lab/site/in_page.py gives them. */
interface WantedSeries {
  readonly flows: readonly number[];
  readonly metrics: readonly string[];
  readonly subjects: readonly string[];
  readonly from_s: number;
  readonly points: number;
}

type Phenomena = components['schemas']['PhenomenaRead'];

export async function readPhenomena(entry: runs.Entry): Promise<Response> {
  const { run, result } = entry;
  if (run.status !== 'done' || result === null) {
    const nothing: Phenomena = {
      run_id: run.id,
      complete: false,
      examined_flow_count: 0,
      phenomena: [],
    };
    return json(nothing);
  }
  const wanted = await askPython('phenomena_series', { result });
  const { phases, events } = readTimeline(run, await runs.chunksOf(entry), new URLSearchParams());
  const series = await seriesOf(entry, wanted.body as WantedSeries);
  return answerOf('phenomena', { ...ofRun(entry), ...series, phases, events });
}

export async function readCauses(entry: runs.Entry, query: URLSearchParams): Promise<Response> {
  const { run, result } = entry;
  if (run.status !== 'done' || result === null) return notDone(run.id, run.status);
  const record = await runs.causesOf(entry);
  if (record === null) return notExplained();
  const asked = query.getAll('flows').map(Number);
  const wanted = await askPython('causes_series', { result, flows: asked });
  if (wanted.status !== 200) return refusal(wanted.body as Parameters<typeof refusal>[0]);
  const { flows } = wanted.body as WantedSeries;
  const series = await seriesOf(entry, wanted.body as WantedSeries);
  return answerOf('causes', { ...ofRun(entry), ...series, record, flows });
}

function ofRun({ run, result }: runs.Entry) {
  return { run_id: run.id, scenario: run.scenario, result };
}

async function seriesOf(entry: runs.Entry, wanted: WantedSeries) {
  const query = new URLSearchParams({
    from_s: String(wanted.from_s),
    points: String(wanted.points),
  });
  for (const name of wanted.metrics) query.append('metrics', name);
  for (const subject of wanted.subjects) query.append('subjects', subject);
  const { time_s, subjects } = readSeries(entry.run, await runs.chunksOf(entry), query);
  return {
    time_s,
    subjects: subjects.map(({ index, columns }) => ({
      index,
      columns: Object.fromEntries(
        Object.entries(columns).map(([name, { mean }]) => [name, mean] as const),
      ),
    })),
  };
}

async function answerOf(question: string, body: unknown): Promise<Response> {
  const answered = await askPython(question, body);
  return json(answered.body, answered.status);
}
