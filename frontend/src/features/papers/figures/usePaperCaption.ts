import { sentences, captionParts } from '@/analysis/scenario/pictureCaption';

import { usePaperContext } from '../paperContext';

/** The caption of a picture of a paper's page: the paper, and the core of our numbers. */
export function usePaperCaption(): string {
  const { paper } = usePaperContext();
  return sentences([paper.title, captionParts.core(paper.core_version)]);
}
