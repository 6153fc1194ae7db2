import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { newDraftId, saveDraft } from '@/state/drafts';

/** Opens a definition as a draft of one's own: all its fields, or its cells and cost. */
export function useFork(to: '/build' | '/experiments/new') {
  const navigate = useNavigate();
  const [isRefused, setRefused] = useState(false);
  const fork = (title: string, definition: object) => {
    const id = newDraftId();
    const content = { text: JSON.stringify(definition, null, 2), seed: 1, base: null };
    const isKept = saveDraft(id, title, content) === 'kept';
    setRefused(!isKept);
    if (isKept) void navigate({ to, search: { draft: id } });
  };
  return { fork, isRefused };
}
