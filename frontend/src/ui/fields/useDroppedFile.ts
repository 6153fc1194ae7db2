import { useEffect, useRef, useState } from 'react';

/** How many parts of the page take files themselves; what takes all others rests meanwhile. */
let ownCount = 0;

/** What takes the files that no other part of the page takes, while it is there. */
let takesOthers: ((file: File) => void) | null = null;

/** Hands a file that has no place here to what takes all others. False: there is nothing yet. */
export function passFileOn(file: File): boolean {
  takesOthers?.(file);
  return takesOthers !== null;
}

interface DropOptions {
  /** Takes what no other part of the page takes. */
  readonly isFallback?: boolean;
}

/** A file that is dropped anywhere on the page is opened. True while one hangs over it. */
export function useDroppedFile(
  onOpen: (file: File) => void,
  { isFallback = false }: DropOptions = {},
): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onOpen);
  useEffect(() => {
    latest.current = onOpen;
  });
  useEffect(() => {
    if (!isFallback) ownCount += 1;
    const takeOthers = (file: File) => latest.current(file);
    if (isFallback) takesOthers = takeOthers;
    const hasFile = (event: DragEvent) =>
      !(isFallback && ownCount > 0) && event.dataTransfer?.types.includes('Files') === true;
    const onOver = (event: DragEvent) => {
      if (!hasFile(event)) return;
      // Otherwise the browser would leave the page and show the file.
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) latest.current(file);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      if (!isFallback) ownCount -= 1;
      if (takesOthers === takeOthers) takesOthers = null;
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [isFallback]);
  return isOver;
}
