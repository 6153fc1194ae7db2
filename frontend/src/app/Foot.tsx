import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';

import { useCoreVersion } from '@/api/lab';
import { openPictures, usePictures } from '@/state/pictures';

/** What becomes of a file; loaded with the first one that somebody brings. */
const FileDesk = lazy(() =>
  import('@/files/FileDesk').then((module) => ({ default: module.FileDesk })),
);

/** The foot of the page, and what takes files on it, also where a page has a foot of its own. */
export function Foot({ isShown, onHelp }: { isShown: boolean; onHelp: () => void }) {
  const [pickCount, pick] = useFileDesk();
  return (
    <>
      {isShown && <Footer onHelp={onHelp} onPick={pick} />}
      {pickCount !== null && (
        <Suspense>
          <FileDesk pickCount={pickCount} />
        </Suspense>
      )}
    </>
  );
}

/** Null until a file hangs over the page, or somebody asks to choose one: so often since then. */
function useFileDesk(): readonly [number | null, () => void] {
  const [pickCount, setPickCount] = useState<number | null>(null);
  useEffect(() => {
    const onFile = () => setPickCount((count) => count ?? 0);
    window.addEventListener('dragenter', onFile, { once: true });
    return () => window.removeEventListener('dragenter', onFile);
  }, []);
  return [pickCount, () => setPickCount((count) => (count ?? 0) + 1)];
}

/** Where the numbers come from. */
function Footer({ onHelp, onPick }: { onHelp: () => void; onPick: () => void }) {
  const core = useCoreVersion();
  const hasPlots = usePictures(({ entries }) => entries.length > 0);
  return (
    <footer className="lab-foot">
      <p>
        Every number here is computed by the packet-level simulator of this lab.{' '}
        {core !== null && <code>{core}</code>}
      </p>
      {hasPlots && (
        <button type="button" aria-haspopup="dialog" onClick={() => openPictures()}>
          Save a picture
        </button>
      )}
      <button type="button" aria-haspopup="dialog" onClick={onHelp}>
        What the numbers mean
      </button>
      <button type="button" onClick={onPick}>
        Open a file
      </button>
      <Link to="/privacy">Privacy</Link>
    </footer>
  );
}
