import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import {
  isScenarioFragment,
  readScenarioFragment,
  type LinkedDocument,
} from '@/analysis/links/scenarioLink';
import type { Base } from '@/state/draft';
import { newDraftId, saveDraft, setCurrentDraft } from '@/state/drafts';

import type { SourceState } from './useSource';

interface Opened {
  readonly fragment: string;
  readonly state: SourceState;
}

/**
 * What a link without a server holds, as a new draft of this browser; null while the address has
 * no such link. The fragment leaves the address once it is read: from there on the draft is
 * edited, also after a reload. One that cannot be read stays, to be looked at.
 */
export function useLinkedSource(): SourceState | null {
  const fragment = useLocation({ select: ({ hash }) => hash });
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const isLink = isScenarioFragment(fragment);
  useEffect(() => {
    if (!isLink) return;
    let isCurrent = true;
    const reading = new Promise<LinkedDocument>((done) => done(readScenarioFragment(fragment)));
    reading.then(
      (linked) => {
        if (!isCurrent) return;
        setOpened({ fragment, state: keptAsDraft(linked) });
        void navigate({ to: '/build', search: {}, hash: '', replace: true });
      },
      (error: unknown) => {
        if (isCurrent) setOpened({ fragment, state: failed(error) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [fragment, isLink, navigate]);
  if (isLink) return opened?.fragment === fragment ? opened.state : { state: 'loading' };
  // Opening a preset, a run or another draft discards the scenario of the link.
  if (opened !== null && search !== '') setOpened(null);
  return opened?.state ?? null;
}

function keptAsDraft({ content, seed }: LinkedDocument): SourceState {
  const id = newDraftId();
  const text = JSON.stringify(content, null, 2);
  const base: Base = { kind: 'file', title: 'a link', text, runId: null };
  const name = typeof content.name === 'string' ? content.name : '';
  // A browser that keeps nothing still shows it; the editor says so at the first change.
  if (saveDraft(id, name, { text, seed, base }) === 'kept') setCurrentDraft(id);
  return { state: 'ready', source: { key: `link:${id}`, text, seed, base, draftId: id } };
}

function failed(error: unknown): SourceState {
  const message = error instanceof Error ? error.message : String(error);
  return { state: 'failed', message, retry: () => window.location.reload() };
}
