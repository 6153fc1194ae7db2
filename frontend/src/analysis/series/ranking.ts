/** Flows in the order of their throughput: pure. */

export interface RankedFlow {
  readonly index: number;
  readonly groupIndex: number;
  readonly label: string;
  readonly rateBps: number;
  /** 1 is the fastest; equal rates keep the flows' order. */
  readonly rank: number;
}

type UnrankedFlow = Omit<RankedFlow, 'rank'>;

export function rankFlows(flows: readonly UnrankedFlow[]): RankedFlow[] {
  return [...flows]
    .sort((a, b) => b.rateBps - a.rateBps || a.index - b.index)
    .map((flow, place) => ({ ...flow, rank: place + 1 }));
}

/** The flow whose rate is nearest; undefined if there is none. */
export function nearestFlow(flows: readonly RankedFlow[], rateBps: number): RankedFlow | undefined {
  let best: RankedFlow | undefined;
  for (const flow of flows) {
    const isNearer =
      best === undefined || Math.abs(flow.rateBps - rateBps) < Math.abs(best.rateBps - rateBps);
    if (isNearer) best = flow;
  }
  return best;
}

/** The next one up or down in the ranking, staying at its ends. */
export function steppedFlow(
  ranked: readonly RankedFlow[],
  index: number | null,
  by: number,
): RankedFlow | undefined {
  const place = ranked.findIndex((flow) => flow.index === index);
  if (place < 0) return ranked[0];
  return ranked[Math.min(ranked.length - 1, Math.max(0, place + by))];
}
