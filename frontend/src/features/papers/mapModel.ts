/** Maps of one number that are read beside one another. Pure. */
import type { MapPlot } from '@/analysis/paperTypes';

export interface MapGroupModel {
  readonly id: string;
  /** One for each algorithm or mixture, all with the same axes. */
  readonly maps: readonly MapPlot[];
}

export function mapGroups(maps: readonly MapPlot[]): MapGroupModel[] {
  const groups = new Map<string, MapPlot[]>();
  for (const map of maps) {
    const id = `${map.z.name}:${map.experiment_key}`;
    groups.set(id, [...(groups.get(id) ?? []), map]);
  }
  return [...groups].map(([id, members]) => ({ id, maps: members }));
}
