/** The fields that can be varied on the canvas: the usual ones of experiments. */
import type { MovePlace } from '@/analysis/experiment/axes';
import { firstOf, fullText, isAlgorithmPath, movedField } from '@/analysis/experiment/fields';
import { groupLabel, kindTitle } from '@/analysis/scenario/describe';
import { getAt } from '@/analysis/scenario/fields/fieldPath';

import { startingMove } from '../vary/startingMove';
import type { Varying } from '../vary/useVarying';

export interface OfferedField {
  readonly path: string;
  /** `Base RTT`; the heading above names its group or link. */
  readonly title: string;
  /** `Base RTT of elephant`. */
  readonly name: string;
  /** The value of the base, `35 ms`. */
  readonly value: string;
  /** Where it is varied already. */
  readonly place: MovePlace | null;
}

interface OfferedGroup {
  readonly title: string;
  readonly fields: readonly OfferedField[];
}

const LINK = ['rate_bps', 'delay_s', 'buffer.amount', 'queue', 'loss', 'loss.probability'];
const FLOW = ['algorithm', 'rtt_s', 'count', 'start_s', 'traffic'];
const ALL = ['algorithm', 'rtt_s', 'start_s'];
const RUN = ['duration_s', 'packet_bytes', 'transport.initial_window_packets'];
const MOST_GROUPS = 8;

/** In the order in which a question is asked: of whom, over which link, how. */
export function offeredGroups(varying: Varying): readonly OfferedGroup[] {
  const { scenario } = varying.known;
  const flows = getAt(scenario, 'flows');
  const groups: readonly unknown[] = Array.isArray(flows) ? flows : [];
  const isMany = groups.length > 1;
  const ofGroups = groups.slice(0, MOST_GROUPS).map((group, index) => {
    const label = getAt(group, 'label');
    const title = groupLabel(typeof label === 'string' ? label : '', index);
    return { title, paths: FLOW.map((field) => `flows.${String(index)}.${field}`) };
  });
  const all = [
    ...(isMany ? [{ title: 'Every flow', paths: ALL.map((field) => `flows.*.${field}`) }] : []),
    { title: 'Bottleneck', paths: LINK.map((field) => `bottleneck.${field}`) },
    ...ofGroups,
    { title: 'Run', paths: RUN },
  ];
  return all
    .map(({ title, paths }) => ({ title, fields: paths.flatMap((path) => offered(path, varying)) }))
    .filter(({ fields }) => fields.length > 0);
}

function offered(path: string, varying: Varying): OfferedField[] {
  const { known, algorithms, axes } = varying;
  const place = varying.moveOf(path);
  const move = place === null ? undefined : axes[place.axisIndex]?.moves[place.moveIndex];
  const isOfAll = move !== undefined && move.path !== path && countOf(known.scenario) > 1;
  if (isOfAll || (place === null && isForAll(path, known.scenario))) return [];
  if (place === null && startingMove(path, { ...known, algorithms }) === null) return [];
  const moved = movedField(path, known);
  const { title, name } = moved;
  const upper = title.charAt(0).toUpperCase() + title.slice(1);
  return [{ path, title: upper, name, value: valueOf(path, varying), place }];
}

/** Algorithms that are the same in all groups are varied in all of them. */
function isForAll(path: string, scenario: unknown): boolean {
  if (!isAlgorithmPath(path) || path.includes('*') || countOf(scenario) < 2) return false;
  return valuesOf('flows.*.algorithm', scenario).length === 1;
}

function countOf(scenario: unknown): number {
  const flows = getAt(scenario, 'flows');
  return Array.isArray(flows) ? flows.length : 0;
}

/** The different values of a field that every group has. */
function valuesOf(path: string, scenario: unknown): readonly unknown[] {
  const flows = getAt(scenario, 'flows');
  const groups: readonly unknown[] = Array.isArray(flows) ? flows : [];
  const values = groups.map((_, index) => getAt(scenario, path.replace('*', String(index))));
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function valueOf(path: string, { known }: Varying): string {
  const moved = movedField(path, known);
  const values = path.includes('*')
    ? valuesOf(path, known.scenario)
    : [getAt(known.scenario, firstOf(path))];
  const kind = movedField(`${path}.kind`, known).field?.fallback;
  const fallback = moved.field?.fallback ?? (kind === undefined ? undefined : { kind });
  return values
    .map((value) => value ?? fallback)
    .filter((value) => value !== undefined)
    .map((value) => kindOf(value) ?? fullText(moved, value, known))
    .join(', ');
}

/** A queue, a loss or a traffic by its kind alone: its settings have rows of their own. */
function kindOf(value: unknown): string | null {
  const kind = getAt(value, 'kind');
  return typeof kind === 'string' ? kindTitle(kind) : null;
}
