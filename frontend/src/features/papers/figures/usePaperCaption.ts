import { sentences, captionParts } from '@/analysis/scenario/pictureCaption';

import { usePaperContext } from '../paperContext';

/** What stands below a picture of a paper's page: which paper, and the core of our numbers. */
export function usePaperCaption(): string {
  const { paper } = usePaperContext();
  return sentences([paper.title, captionParts.core(paper.core_version)]);
}
