/** Packet events of a part of a run, as backend/lab/packets answers: the page computes it again. */
import { MOST_EVENTS } from '@/analysis/replay/packets';
import type { PacketsRead } from '@/api/runs/packets';
import { MOST_RECORDED, type CorePackets, type PacketWindow } from '@/core/packets';

import { computingBy, type PacketWork } from './computing';
import { hasCoreOf } from './cores';
import { invalid, json, notDone, otherBehaviour } from './problems';
import { planFor } from './rules';
import type { Entry } from './runs';

const PER_SECOND = 1e6;

/** GET /api/runs/{run_id}/packets. */
export async function readPackets(
  entry: Entry,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<Response> {
  const refused = await refusalOf(entry, query);
  if (refused !== null) return refused;
  const [fromSeconds, toSeconds] = boundsOf(query);
  const window = { fromSeconds, toSeconds, mostGiven: MOST_EVENTS };
  const { events, isTruncated } = await compute(entry, window, signal);
  const found: PacketsRead = {
    run_id: entry.run.id,
    from_s: fromSeconds,
    to_s: toSeconds,
    status: 'done',
    error: null,
    is_truncated: isTruncated,
    events,
  };
  return json(found);
}

/** For a file: all that is recorded. A refusal: they are not to be had. */
export async function packetsForFile(
  entry: Entry,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<Response | CorePackets> {
  const refused = await refusalOf(entry, query);
  if (refused !== null) return refused;
  const [fromSeconds, toSeconds] = boundsOf(query);
  return compute(entry, { fromSeconds, toSeconds, mostGiven: MOST_RECORDED }, signal);
}

function boundsOf(query: URLSearchParams): [fromSeconds: number, toSeconds: number] {
  const boundOf = (name: string) => Math.round(Number(query.get(name)) * PER_SECOND) / PER_SECOND;
  return [boundOf('from_s'), boundOf('to_s')];
}

/** In the service's words; null: they can be computed. */
async function refusalOf({ run }: Entry, query: URLSearchParams): Promise<Response | null> {
  if (run.status !== 'done') return notDone(run.id, run.status);
  const behaviour = run.behaviour_version ?? 0;
  if (!(await hasCoreOf(behaviour))) return otherBehaviour(run.id, 'packets');
  const [from_s, to_s] = boundsOf(query);
  const said = `from_s is ${from_s} s`;
  if (!(from_s < to_s)) return invalid(`${said}; it must be at least a microsecond below to_s`);
  const { duration_s } = run.scenario;
  if (from_s >= duration_s)
    return invalid(`${said}; it must be before the end of the run at ${duration_s} s`);
  return null;
}

/** Until it is not wanted any more. */
async function compute({ run }: Entry, window: PacketWindow, signal: AbortSignal) {
  const { plan, module } = await planFor(run.scenario, run.behaviour_version ?? undefined);
  const computing = computingBy(module);
  return new Promise<CorePackets>((done, fail) => {
    const work: PacketWork = {
      plan,
      seed: run.seed,
      window,
      onPackets: done,
      onProblem: (problem) => fail(new Error(problem)),
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', () => {
      computing.cancel(work);
      fail(signal.reason as Error);
    });
    computing.add(work);
  });
}
