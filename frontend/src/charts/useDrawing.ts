import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useState } from 'react';

import { readPalette, type Palette } from './palette';

/**
 * The place of a drawing: its size, and the colours as values that the style sheet gives there.
 * On the page they are those of the present theme, in a picture those of print.
 */
export function useDrawing<T extends HTMLElement = HTMLDivElement>() {
  const { ref: sized, width, height } = useElementSize<T>();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [host, setHost] = useState<T | null>(null);
  const [palette, setPalette] = useState<Palette>(() => readPalette(document.documentElement));
  useEffect(() => {
    if (host === null) return;
    // The attribute that the style sheet looks at is set in an effect of the provider, which runs
    // after those of its children: a frame later it is there.
    const frame = requestAnimationFrame(() => setPalette(readPalette(host)));
    return () => cancelAnimationFrame(frame);
  }, [scheme, host]);
  return { ref: useMergedRef(sized, setHost), width, height, palette };
}
