import { useCallback, useEffect, useState } from 'react';

import { useCursorStore } from '@/state/cursor';

export interface CopiedLink {
  readonly url: string;
  /** The browser may refuse: then the link is shown to be copied by hand. */
  readonly isCopied: boolean;
}

const SHOWN_MS = 4000;

/** Copies the address of exactly this view, the frozen time included. */
export function useCopyLink() {
  const clock = useCursorStore();
  const [link, setLink] = useState<CopiedLink | null>(null);
  const copy = useCallback(async () => {
    const { isFrozen, timeSeconds } = clock.read();
    const url = linkTo(window.location.href, isFrozen ? timeSeconds : null);
    setLink({ url, isCopied: await writeClipboard(url) });
  }, [clock]);
  useEffect(() => {
    if (link?.isCopied !== true) return;
    const timer = setTimeout(() => setLink(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [link]);
  return { link, copy: () => void copy(), close: () => setLink(null) };
}

/** The address of the page with the frozen time, which the page itself writes a moment later. */
export function linkTo(href: string, frozenSeconds: number | null): string {
  const url = new URL(href);
  if (frozenSeconds === null) url.searchParams.delete('at');
  else url.searchParams.set('at', String(Number(frozenSeconds.toFixed(3))));
  return url.href;
}

/** False where the browser refuses, or has no clipboard without a secure connection. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
