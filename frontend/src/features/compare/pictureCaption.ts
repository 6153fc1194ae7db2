import { sentences, captionParts } from '@/analysis/scenario/pictureCaption';
import type { StageRun } from '@/charts/model';

import type { ItemCurves } from './curves';

const { core, seed, seeds, baselineRun, styles } = captionParts;

/** What stands below a picture of compared items: scenarios, items, seeds, core. */
export function pictureCaption(members: readonly StageRun[], items: readonly ItemCurves[]): string {
  const shown = items.filter(({ key }) => members.some(({ id }) => id === key));
  const names = new Set(shown.map(({ scenario }) => scenario.name));
  const labels = members.map(({ label, role, style }) => {
    const marks = [
      role === 'baseline' ? baselineRun : '',
      style === undefined ? '' : styles[style],
    ];
    return `${label} (${marks.filter((mark) => mark !== '').join(', ')})`;
  });
  const ofSeeds = new Set(
    shown.map(({ grids }) => {
      const [only] = grids.keys();
      return grids.size === 1 && only !== undefined ? seed(String(only)) : seeds(grids.size);
    }),
  );
  const cores = new Set(shown.flatMap(({ run }) => run?.core_version ?? []));
  const facts = [...ofSeeds, ...[...cores].map((version) => core(version))];
  return sentences([[...names].join(', '), labels.join(', '), facts.join('; ')]);
}
