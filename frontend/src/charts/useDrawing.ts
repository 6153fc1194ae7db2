import { useMergedRef } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';

import { useShownScheme } from '@/ui/colorScheme';
import { useSize } from '@/ui/useSize';

import { readPalette } from './palette';

/**
 * The place of a drawing: its size, and the colours as values that the style sheet gives there.
 * On the page they are those of the present theme, in a picture those of print.
 *
 * `place` is for `useSize`.
 */
export function useDrawing<T extends HTMLElement = HTMLDivElement>(place?: string) {
  const { ref: sized, width, height } = useSize<T>(place);
  const scheme = useShownScheme();
  // Where the colours are those of the page, nothing is rendered again to find them.
  const [host, setHost] = useState<Element | null>(null);
  const findColors = useCallback((element: T | null) => {
    setHost(element === null || hasColorsOfPage(element) ? null : element);
  }, []);
  // The style sheet gives other values when the theme has changed.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const palette = useMemo(() => readPalette(host ?? document.documentElement), [host, scheme]);
  return { ref: useMergedRef(sized, findColors), width, height, palette };
}

function hasColorsOfPage(element: Element): boolean {
  const [there, page] = [element, document.documentElement].map(readPalette);
  return JSON.stringify(there) === JSON.stringify(page);
}
