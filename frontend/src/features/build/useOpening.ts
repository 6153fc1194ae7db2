import { useState } from 'react';

import { readOpenedFile, readOpenedText, type OpenedText } from '@/analysis/links/openedFile';
import { fragmentOfLink, readScenarioFragment } from '@/analysis/links/scenarioLink';
import { useDroppedFile } from '@/ui/useDroppedFile';

import type { EditedDocument } from './useDocument';
import { usePasteScenario } from './useImport';

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
