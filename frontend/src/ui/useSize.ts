import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useCallback, useState } from 'react';

const UNKNOWN = { width: 0, height: 0 };

/**
 * The size of an element, as `useElementSize` tells it, but known as soon as the element is there:
 * a curve whose points are asked for by its width would wait two frames for nothing.
 */
export function useSize<T extends HTMLElement = HTMLDivElement>() {
  const { ref: observed, width, height } = useElementSize<T>();
  const [first, setFirst] = useState(UNKNOWN);
  const measure = useCallback((element: T | null) => {
    if (element !== null) setFirst({ width: element.offsetWidth, height: element.offsetHeight });
  }, []);
  const size = width > 0 || height > 0 ? { width, height } : first;
  return { ref: useMergedRef(observed, measure), ...size };
}
