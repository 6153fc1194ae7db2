/** Whole-run numbers of groups of flows: mean over the flows, and from the least to the most. */

interface Spread {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

export interface GroupOf<T> {
  readonly groupIndex: number;
  readonly flows: readonly T[];
}

export function byGroup<T extends { readonly group_index: number }>(
  flows: readonly T[],
): GroupOf<T>[] {
  const groups = new Map<number, T[]>();
  for (const flow of flows) {
    groups.set(flow.group_index, [...(groups.get(flow.group_index) ?? []), flow]);
  }
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([groupIndex, members]) => ({ groupIndex, flows: members }));
}

/** null where no flow has the number; flows without it are left out. */
export function spreadOf(values: readonly (number | null)[]): Spread | null {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return null;
  return {
    mean: present.reduce((sum, value) => sum + value, 0) / present.length,
    least: Math.min(...present),
    most: Math.max(...present),
  };
}
