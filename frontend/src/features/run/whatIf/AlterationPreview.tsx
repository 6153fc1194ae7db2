import { useMemo } from 'react';

import type { Scenario } from '@/api/types';
import type { Alteration } from '@/api/runs/whatIf';
import { SeedPreview } from '@/preview/SeedPreview';

import { alteredScenario } from './alteredScenario';

const TITLES: Partial<Record<Alteration['kind'], string>> = {
  equal_rtts: 'Every RTT',
  other_algorithm: 'Other algorithm',
  other_buffer: 'Buffer',
};

interface AlterationPreviewProps {
  readonly scenario: Scenario;
  readonly alteration: Alteration;
}

/** One seed of a change while its value is set; the table over seeds is computed when asked for. */
export function AlterationPreview({ scenario, alteration }: AlterationPreviewProps) {
  const altered = useMemo(() => alteredScenario(scenario, alteration), [scenario, alteration]);
  const title = `${TITLES[alteration.kind] ?? 'Changed'}: first look`;
  const more = 'Compute runs all changes over several seeds';
  return <SeedPreview scenario={altered} {...{ title, more }} />;
}
