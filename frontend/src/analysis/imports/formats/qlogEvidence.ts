/** What a log's own events say of its losses, states and ACKs. Pure. */
import { type Evidence, type Interval, SendClock } from '@/analysis/imports/evidence';
import { type Connection, type Event, keptRttOf } from './qlogEvents';
import { numberOf } from './qlogRecords';
import { isRecord, least } from '@/analysis/imports/types';

/** Longer than a receiver may hold an ACK back (RFC 9000 18.2): a number of another unit. */
const MOST_HOLD_S = 16.384;

export function qlogEvidence({ events, unit_s }: Connection, start_s: number): Evidence {
  const ordered = [...events].sort((one, other) => one.time_s - other.time_s);
  const end_s = ordered.at(-1)?.time_s ?? start_s;
  const states = statesOf(ordered, start_s, end_s);
  const clock = clockOf(ordered, start_s);
  const hold_s = holdOf(ordered, unit_s);
  const losses = lossesOf(ordered);
  const base_s = least(ordered.map((event) => keptRttOf(event, unit_s)));
  const isOwn = ordered.some(({ name }) => name === 'simulation:scenario');
  const isUnpaced = isOwn && ordered.every(({ data }) => data.pacing_rate === undefined);
  return {
    ...(Object.keys(losses).length === 0 ? {} : { losses }),
    ...states,
    ...(clock === null ? {} : { clock }),
    ...(hold_s === null ? {} : { hold_s }),
    ...(base_s === null ? {} : { base_s }),
    blocked: ordered.filter(isBlocked).length,
    ...(isUnpaced ? { isUnpaced } : {}),
  };
}

const frames = ({ data }: Event): readonly Record<string, unknown>[] =>
  Array.isArray(data.frames) ? data.frames.filter(isRecord) : [];

/** By the trigger that the log names; timeouts of the lab's own files are markers. */
function lossesOf(events: readonly Event[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const event of events) {
    const kind = lossKind(event);
    if (kind === null) continue;
    found[kind] = (found[kind] ?? 0) + event.count;
  }
  return found;
}

function lossKind({ kind, name, data }: Event): string | null {
  if (kind === 'lost')
    return typeof data.trigger === 'string' ? data.trigger.replaceAll('_', ' ') : 'lost';
  const isTimeout = name === 'simulation:marker' && data.type === 'rto';
  return isTimeout ? 'timeout' : null;
}

/** Recovery, and nothing to send, from each change of state to the next. */
function statesOf(
  events: readonly Event[],
  start_s: number,
  end_s: number,
): Pick<Evidence, 'recovery' | 'idle'> {
  const recovery: Interval[] = [];
  const idle: Interval[] = [];
  // The lab's own files have an algorithm's phases there, which are not those of a draft.
  let state = '';
  let since_s = start_s;
  let hasStates = false;
  const isOwn = events[0]?.name.startsWith('simulation:') === true;
  const change = (to: string, time_s: number) => {
    const own = [since_s - start_s, time_s - start_s] as const;
    if (time_s > since_s && state === 'recovery') recovery.push(own);
    if (time_s > since_s && state === 'application_limited') idle.push(own);
    [state, since_s] = [to, time_s];
  };
  for (const { kind, name, data, time_s } of events) {
    const isMarker = name === 'simulation:marker';
    if (kind === 'state' && typeof data.new === 'string' && !isOwn) {
      hasStates = true;
      change(data.new.toLowerCase(), time_s);
    } else if (isMarker && (data.type === 'recovery_start' || data.type === 'rto')) {
      hasStates = true;
      change('recovery', time_s);
    } else if (isMarker && data.type === 'recovery_end') change('', time_s);
  }
  change('', end_s);
  return hasStates ? { recovery, idle } : {};
}

function clockOf(events: readonly Event[], start_s: number) {
  const clock = new SendClock();
  const hasAcks = events.some((event) => event.kind === 'received' && frames(event).length > 0);
  for (const event of events) {
    const time_s = event.time_s - start_s;
    if (event.kind === 'sent') clock.sent(time_s);
    if (event.kind !== 'received') continue;
    if (!hasAcks || frames(event).some(({ frame_type }) => frame_type === 'ack')) clock.ack(time_s);
  }
  return clock.share();
}

/** What ACK frames that came in say of the time since the packet arrived. */
function holdOf(events: readonly Event[], unit_s: number): number | null {
  let [sum_s, count] = [0, 0];
  for (const event of events) {
    if (event.kind !== 'received') continue;
    for (const { frame_type, ack_delay } of frames(event)) {
      const delay = numberOf(ack_delay);
      if (frame_type !== 'ack' || delay === null || delay < 0) continue;
      if (delay * unit_s > MOST_HOLD_S) continue;
      sum_s += delay * unit_s;
      count += 1;
    }
  }
  return count === 0 ? null : sum_s / count;
}

function isBlocked(event: Event): boolean {
  if (event.kind !== 'sent') return false;
  return frames(event).some(
    ({ frame_type }) => frame_type === 'data_blocked' || frame_type === 'stream_data_blocked',
  );
}
