import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { useCoreVersion } from '@/api/lab';
import { openPictures, usePictures } from '@/state/pictures';
import { useDroppedFile } from '@/ui/useDroppedFile';

/** What becomes of a file; loaded while the first one hangs over the page. */
const FileDesk = lazy(() =>
  import('@/files/FileDesk').then((module) => ({ default: module.FileDesk })),
);

/** The foot of the page, and what takes files on it, also where a page has a foot of its own. */
export function Foot({ isShown, onHelp }: { isShown: boolean; onHelp: () => void }) {
  const [pickCount, setPickCount] = useState(0);
  const [dropped, setDropped] = useState<{ readonly file: File } | null>(null);
  // Here and not in what is loaded for it: the browser would leave the page with a file that is
  // dropped before.
  const isOver = useDroppedFile((file) => setDropped({ file }), { isFallback: true });
  return (
    <>
      {isShown && <Footer onHelp={onHelp} onPick={() => setPickCount(pickCount + 1)} />}
      {(isOver || dropped !== null || pickCount > 0) && (
        <Suspense>
          <FileDesk pickCount={pickCount} dropped={dropped} isOver={isOver} />
        </Suspense>
      )}
    </>
  );
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
