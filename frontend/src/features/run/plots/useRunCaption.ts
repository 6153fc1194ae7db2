import { runsCaption, sentences, captionParts } from '@/analysis/scenario/pictureCaption';
import { useAlgorithmTitle } from '@/api/catalog';
import type { Run } from '@/api/types';
import type { LineStyle, RunRole } from '@/charts/model';

import { runAlgorithms } from '../view/view';

interface Member {
  readonly id: string;
  readonly role?: RunRole;
  readonly label?: string;
  readonly style?: LineStyle;
}

/** The caption of a picture of some of the page's runs. */
export function useRunCaption(runs: readonly Run[]): (members: readonly Member[]) => string {
  const titleOf = useAlgorithmTitle();
  return (members) => {
    const shown = members.flatMap(({ id, role, style }) => {
      const run = runs.find((each) => each.id === id);
      if (run === undefined) return [];
      return [
        {
          label: runAlgorithms(run, titleOf),
          isBaseline: role === 'baseline',
          style: style && captionParts.styles[style],
          seed: run.seed,
          coreVersion: run.core_version,
          scenarioDigest: run.scenario_digest,
          name: run.scenario.name,
        },
      ];
    });
    const caption = runsCaption([...new Set(shown.map(({ name }) => name))].join(', '), shown);
    // A measurement is no run of the page; its name says that it is measured.
    const others = members.filter(({ id }) => runs.every((run) => run.id !== id));
    return sentences([caption, ...new Set(others.map(({ label = '' }) => label))]);
  };
}
