import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { isExperiment } from '@/analysis/experiment/definition';
import { readOpenedFile, readOpenedText, type OpenedText } from '@/analysis/links/openedFile';
import { fragmentOfLink, readScenarioFragment } from '@/analysis/links/scenarioLink';
import { isObject } from '@/analysis/scenario/fields/fieldPath';
import { parseText } from '@/analysis/scenario/problems/problems';
import type { Base } from '@/state/draft';
import { newDraftId, saveDraft } from '@/state/drafts';
import { passFileOn, useDroppedFile } from '@/ui/fields/useDroppedFile';

import type { EditedDocument } from './useDocument';

const NO_ROOM =
  'This browser cannot store another draft, so the current one stays open. Delete a draft first.';

/** The file that was not opened, and why. */
export interface Refusal {
  readonly title: string;
  readonly message: string;
}

/**
 * Files that are chosen, texts and links that are pasted replace what is edited. One that is
 * dropped becomes a draft of its own; what is no scenario goes to what takes all other files.
 */
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
  const navigate = useNavigate();
  const refuse = (file: File, message: string) =>
    setRefusal({ title: `${file.name} was not opened`, message });
  const begin = (file: File, { text, seed }: OpenedText) => {
    const id = newDraftId();
    const base: Base = { kind: 'file', title: file.name, text, runId: null };
    const name = parseText(text).value?.name;
    const content = { text, seed: seed ?? document.seed, base };
    if (saveDraft(id, typeof name === 'string' ? name : '', content) !== 'kept') {
      refuse(file, NO_ROOM);
      return;
    }
    setRefusal(null);
    void navigate({ to: '/build', search: { draft: id } });
  };
  const drop = (file: File) =>
    void readOpenedFile(file).then(
      (opened) => {
        if (isScenarioText(opened.text) || !passFileOn(file)) begin(file, opened);
      },
      (error: unknown) => {
        if (passFileOn(file)) return;
        refuse(file, error instanceof Error ? error.message : String(error));
      },
    );
  return { openFile, isOver: useDroppedFile(drop), refusal };
}

/** Also of one with a slip in it. Measurements are JSON, too. */
function isScenarioText(text: string): boolean {
  const { value } = parseText(text);
  if (value === null) return /"bottleneck"\s*:/.test(text);
  return isExperiment(value) || isObject(value.bottleneck);
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
