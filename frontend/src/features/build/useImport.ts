import { useEffect, useRef } from 'react';

import { fragmentOfLink } from '@/analysis/links/scenarioLink';

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
