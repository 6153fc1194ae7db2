/** Which group of flows passes which links, from the text that is typed so far. */
import { groupLabel } from '@/analysis/scenario/describe';
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import { changeLine } from './linkChanges';
import { seenAtLink } from './linkPreview';
import { BOTTLENECK_ID } from './links';

interface NetworkLink {
  readonly id: string;
  /** null while it is not a number. */
  readonly rateBps: number | null;
  /** `changes: rate, outages`; empty where nothing does. */
  readonly changeText: string;
}

export interface NetworkGroup {
  readonly label: string;
  /** Numbers of the links that its data passes, in order. */
  readonly path: readonly number[];
  /** ... and its ACKs. */
  readonly back: readonly number[];
}

export interface Network {
  readonly links: readonly NetworkLink[];
  readonly groups: readonly NetworkGroup[];
}

/** null of a dumbbell: `path.ts` draws it to scale. */
export function networkOf(scenario: unknown): Network | null {
  const further = getAt(scenario, 'links');
  const flows = getAt(scenario, 'flows');
  if (!Array.isArray(further) || further.length === 0 || !Array.isArray(flows)) return null;
  const links = [
    linkOf(BOTTLENECK_ID, getAt(scenario, 'bottleneck'), scenario),
    ...further.map((link, index) =>
      linkOf(getAt(link, 'id') ?? `link ${index + 1}`, link, scenario),
    ),
  ];
  const ids = links.map(({ id }) => id);
  const groups = flows.map((flow, index) => {
    const label = getAt(flow, 'label');
    return {
      label: groupLabel(typeof label === 'string' ? label : '', index),
      path: placesIn(ids, getAt(flow, 'path') ?? [BOTTLENECK_ID]),
      back: placesIn(ids, getAt(flow, 'return_path')),
    };
  });
  return { links, groups };
}

function linkOf(id: unknown, link: unknown, scenario: unknown): NetworkLink {
  const rate = getAt(link, 'rate_bps');
  const changeText = changeLine(seenAtLink(scenario, link));
  return { id: String(id), rateBps: typeof rate === 'number' ? rate : null, changeText };
}

function placesIn(ids: readonly string[], path: unknown): number[] {
  if (!Array.isArray(path)) return [];
  return path.map((id) => ids.indexOf(String(id))).filter((place) => place >= 0);
}
