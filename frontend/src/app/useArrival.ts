import { useEffect, useRef, useState, type RefObject } from 'react';

/** A lazy page and its title are there by then. */
const TITLE_REST_MS = 150;

/**
 * Going to another page puts the focus at its start, as loading it would, and says its title. A
 * change of the address within a page, such as a zoom, leaves the focus where it is.
 */
export function useArrival(path: string, page: RefObject<HTMLElement | null>): string {
  const [arrivedAt, setArrivedAt] = useState('');
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    page.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => setArrivedAt(document.title), TITLE_REST_MS);
    return () => clearTimeout(timer);
  }, [path, page]);
  return arrivedAt;
}
