import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useState } from 'react';

import { readPalette, type Palette } from './palette';

/** The colours of the present theme as values. */
export function usePalette(): Palette {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [palette, setPalette] = useState(() => readPalette(document.documentElement));
  useEffect(() => {
    // The attribute that the style sheet looks at is set in an effect of the provider, which runs
    // after those of its children: a frame later it is there.
    const frame = requestAnimationFrame(() => setPalette(readPalette(document.documentElement)));
    return () => cancelAnimationFrame(frame);
  }, [scheme]);
  return palette;
}
