import { useEffect, useRef, useState } from 'react';

import { readOpenedFile, readOpenedText, type OpenedText } from '@/analysis/links/openedFile';
import { fragmentOfLink, readScenarioFragment } from '@/analysis/links/scenarioLink';
import { useDroppedFile } from '@/ui/useDroppedFile';

import type { EditedDocument } from './useDocument';

/** What was not opened, and why. */
export interface Refusal {
  readonly title: string;
  readonly message: string;
}

/** Files that are chosen or dropped, texts and links that are pasted replace what is edited. */
export function useOpening(document: EditedDocument) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const take = (opening: Promise<OpenedText>, title: string) =>
    void opening.then(
      ({ text, seed }) => {
        setRefusal(null);
        const base = { kind: 'file', title, text, runId: null } as const;
        document.change({ text, base, ...(seed === null ? {} : { seed }) }, '');
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        setRefusal({ title: `${title} was not opened`, message });
      },
    );
  const openFile = (file: File) => take(readOpenedFile(file), file.name);
  usePasteScenario((pasted) => {
    const fragment = fragmentOfLink(pasted);
    const read = () => (fragment === null ? readOpenedText(pasted) : readLink(fragment));
    const opening = new Promise<OpenedText>((done) => done(read()));
    take(opening, fragment === null ? 'the clipboard' : 'a link');
  });
  return { openFile, isOver: useDroppedFile(openFile), refusal };
}

function readLink(fragment: string): OpenedText {
  const { content, seed } = readScenarioFragment(fragment);
  return { text: JSON.stringify(content, null, 2), seed };
}

/**
 * JSON, or a link that holds a scenario, that is pasted while no text field has the focus replaces
 * the scenario. Anything else is left alone.
 */
function usePasteScenario(onPaste: (text: string) => void): void {
  const latest = useRef(onPaste);
  useEffect(() => {
    latest.current = onPaste;
  });
  useEffect(() => {
    const onEvent = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLElement && event.target.matches('input, textarea')) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!looksLikeObject(text) && fragmentOfLink(text) === null) return;
      event.preventDefault();
      latest.current(text);
    };
    window.addEventListener('paste', onEvent);
    return () => window.removeEventListener('paste', onEvent);
  }, []);
}

function looksLikeObject(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('{') && trimmed.endsWith('}');
}
