/** Obvious ways out of a problem, as changes of fields. A problem may have none. */
import { toSignificant } from '@/analysis/numbers/decimal';

import { costRepairs } from './costRepairs';
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import type { Field } from '@/analysis/scenario/fields/fields';

export interface Repair {
  readonly path: string;
  /** undefined: the field is taken away. */
  readonly value: unknown;
}

export interface Refused {
  readonly path: string;
  /** The limit that the value breaks, as far as there is one. */
  readonly bound: unknown;
}

const RTT_PATH = /^flows\.\d+\.rtt_s$/;
// Limits that other fields set: the default of these keeps clear of them.
const DEFAULT_MENDS =
  /(^|\.)(warmup_s|header_bytes|sample_interval_s|start_s|stop_s|receiver\.window_bytes)$/;
const DELAY_PATH = 'bottleneck.delay_s';
// Halving in binary is exact, but the text of a halved decimal may get digits that were not typed.
const DIGITS = 12;

/** `field` is null where the scenario may have no such field. */
export function repairsOf(refused: Refused, field: Field | null, scenario: unknown): Repair[] {
  const { path, bound } = refused;
  if (path === 'flows') return costRepairs(refused, scenario) ?? [];
  if (field === null) return canBeRemoved(path) ? [{ path, value: undefined }] : [];
  const ofCost = costRepairs(refused, scenario);
  if (ofCost !== null) return ofCost;
  if (RTT_PATH.test(path)) return repairsOfRtt(refused, field, scenario);
  const value = getAt(scenario, path);
  const fallback = bound != null && DEFAULT_MENDS.test(path) ? field.fallback : undefined;
  const wanted = insideOf(bound, field) ?? fallback;
  return wanted === undefined || wanted === value ? [] : [{ path, value: wanted }];
}

/** The base RTT holds the delay of the bottleneck twice: either of them can give way. */
function repairsOfRtt({ path, bound }: Refused, field: Field, scenario: unknown): Repair[] {
  if (typeof bound !== 'number') return [];
  const delay = getAt(scenario, DELAY_PATH);
  const rtt = getAt(scenario, path);
  const repairs: Repair[] = [{ path, value: bound }];
  const isOfDelay = typeof delay === 'number' && bound > (field.minimum ?? 0);
  if (isOfDelay && typeof rtt === 'number' && rtt > 0 && rtt < bound) {
    repairs.push({ path: DELAY_PATH, value: toSignificant(rtt / 2, DIGITS) });
  }
  return repairs;
}

/** The bound itself, where it is a value that the field may have. */
function insideOf(bound: unknown, field: Field): unknown {
  if (Array.isArray(bound)) return field.kind === 'list' ? bound : (bound as unknown[])[0];
  if (typeof bound === 'boolean') return bound;
  // The object that was meant by a bare name.
  if (typeof bound === 'object' && bound !== null) return bound;
  if (typeof bound !== 'number') return undefined;
  const isMinimum = bound === field.minimum && !field.isAboveMinimum;
  return isMinimum || bound === field.maximum ? bound : undefined;
}

function canBeRemoved(path: string): boolean {
  // A list item or the whole text is more than one click may take away.
  return path !== '' && !/(^|\.)\d+$/.test(path);
}
