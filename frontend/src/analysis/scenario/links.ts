/** The links of a scenario: the bottleneck and those that paths name besides. */

export const BOTTLENECK_ID = 'bottleneck';

/** What was stored before there were further links says nothing of them. */
interface WithLinks {
  readonly links?: readonly { readonly id: string }[];
}

interface WithPaths {
  readonly flows: readonly { readonly count?: number; readonly path?: readonly string[] }[];
}

/** Their names in paths, the bottleneck first: in the order of their numbers. */
export function linkNames({ links = [] }: WithLinks): string[] {
  return [BOTTLENECK_ID, ...links.map(({ id }) => id)];
}

/** Flows whose data passes the link. */
export function flowsOverLink({ flows }: WithPaths, link: string): number {
  return flows.reduce(
    (sum, { path = [BOTTLENECK_ID], count = 1 }) => (path.includes(link) ? sum + count : sum),
    0,
  );
}
