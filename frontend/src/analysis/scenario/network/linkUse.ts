/** Which groups of flows pass a link, and what changes when one does or no longer does. Pure. */
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import { BOTTLENECK_ID } from './links';

/** The list of links that data passes, or the one that ACKs pass. */
export type Direction = 'path' | 'return_path';

interface LinkUse {
  /** By group. */
  readonly path: readonly boolean[];
  readonly return_path: readonly boolean[];
}

const DEFAULTS: Readonly<Record<Direction, readonly string[]>> = {
  path: [BOTTLENECK_ID],
  return_path: [],
};

/** By group whether its data and its ACKs pass the link. */
export function linkUse(scenario: unknown, link: string): LinkUse {
  const groups = groupsOf(scenario);
  const by = (direction: Direction) =>
    groups.map((group) => routeOf(group, direction).includes(link));
  return { path: by('path'), return_path: by('return_path') };
}

/** Whether no flow has the link on either way. */
export function isUnused({ path, return_path }: LinkUse): boolean {
  return ![...path, ...return_path].includes(true);
}

/**
 * The field that changes when a group passes the link, as the last one of its way, or no longer
 * does. Data pass a link at least: without one left the way is the default again.
 */
export function withLinkUse(
  scenario: unknown,
  group: number,
  direction: Direction,
  link: string,
  passes: boolean,
): Readonly<Record<string, unknown>> {
  const route = routeOf(groupsOf(scenario)[group], direction).filter((id) => id !== link);
  const next = passes ? [...route, link] : route;
  const isDefault = next.length === 0 || String(next) === String(DEFAULTS[direction]);
  return { [`flows.${group}.${direction}`]: isDefault ? undefined : next };
}

function groupsOf(scenario: unknown): readonly unknown[] {
  const groups = getAt(scenario, 'flows');
  return Array.isArray(groups) ? groups : [];
}

function routeOf(group: unknown, direction: Direction): readonly string[] {
  const route = getAt(group, direction);
  if (!Array.isArray(route)) return DEFAULTS[direction];
  return route.filter((id) => typeof id === 'string');
}
