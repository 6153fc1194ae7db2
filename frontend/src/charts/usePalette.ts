import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useState } from 'react';

import { usePictureFrame } from '@/state/pictures';

import { readPalette, type Palette } from './palette';

/** The colours of the present theme as values; of a picture those of print. */
export function usePalette(): Palette {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const source = usePictureFrame()?.host ?? document.documentElement;
  const [palette, setPalette] = useState(() => readPalette(source));
  useEffect(() => {
    // The attribute that the style sheet looks at is set in an effect of the provider, which runs
    // after those of its children: a frame later it is there.
    const frame = requestAnimationFrame(() => setPalette(readPalette(source)));
    return () => cancelAnimationFrame(frame);
  }, [scheme, source]);
  return palette;
}
