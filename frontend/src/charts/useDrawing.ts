import { useMergedRef } from '@mantine/hooks';
import { useMemo, useState } from 'react';

import { useShownScheme } from '@/ui/colorScheme';
import { useSize } from '@/ui/useSize';

import { readPalette } from './palette';

/**
 * The place of a drawing: its size, and the colours as values that the style sheet gives there.
 * On the page they are those of the present theme, in a picture those of print.
 */
export function useDrawing<T extends HTMLElement = HTMLDivElement>() {
  const { ref: sized, width, height } = useSize<T>();
  const scheme = useShownScheme();
  const [host, setHost] = useState<T | null>(null);
  // The style sheet gives other values when the theme has changed.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const palette = useMemo(() => readPalette(host ?? document.documentElement), [host, scheme]);
  return { ref: useMergedRef(sized, setHost), width, height, palette };
}
