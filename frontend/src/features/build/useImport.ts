import { useEffect, useRef, useState } from 'react';

import { fragmentOfLink } from '@/analysis/scenarioLink';

/**
 * JSON, or a link that holds a scenario, that is pasted while no text field has the focus replaces
 * the scenario. Anything else is left alone.
 */
export function usePasteScenario(onPaste: (text: string) => void): void {
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

/** A file that is dropped anywhere on the page is opened. True while one hangs over it. */
export function useDroppedFile(onOpen: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onOpen);
  useEffect(() => {
    latest.current = onOpen;
  });
  useEffect(() => {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onOver = (event: DragEvent) => {
      if (!hasFile(event)) return;
      // Otherwise the browser would leave the page and show the file.
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) latest.current(file);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  return isOver;
}
