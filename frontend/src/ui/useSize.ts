import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useCallback, useState } from 'react';

interface Size {
  readonly width: number;
  readonly height: number;
}

const UNKNOWN: Size = { width: 0, height: 0 };

/** What was found at each place last, in a window of one size. */
const found = new Map<string, Size>();

/**
 * The size of an element, as `useElementSize` gives it, but known as soon as the element is there:
 * a curve whose points are asked for by its width would wait two frames for nothing.
 *
 * With the name of a `place` it is expected to be what it was there last, so that what depends on it
 * is built and laid out once, not with no size before. Another size is found at once.
 */
export function useSize<T extends HTMLElement = HTMLDivElement>(place?: string) {
  const { ref: observed, width, height } = useElementSize<T>();
  const [first, setFirst] = useState(() => expectedAt(place));
  const measure = useCallback(
    (element: T | null) => {
      if (element === null) return;
      const size = { width: element.offsetWidth, height: element.offsetHeight };
      if (place !== undefined) found.set(keyOf(place), size);
      setFirst((old) => (isSame(old, size) ? old : size));
    },
    [place],
  );
  const size = width > 0 || height > 0 ? { width, height } : first;
  return { ref: useMergedRef(observed, measure), ...size };
}

function expectedAt(place: string | undefined): Size {
  return place === undefined ? UNKNOWN : (found.get(keyOf(place)) ?? UNKNOWN);
}

const keyOf = (place: string) => `${place} ${window.innerWidth} ${window.innerHeight}`;

const isSame = (a: Size, b: Size) => a.width === b.width && a.height === b.height;
