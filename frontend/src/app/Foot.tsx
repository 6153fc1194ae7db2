import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { useCoreVersion } from '@/api/lab';
import { openPictures, usePictures } from '@/state/pictures';

/** Handles dropped files; loaded while the first one is dragged over the page. */
const FileDesk = lazy(() =>
  import('@/files/FileDesk').then((module) => ({ default: module.FileDesk })),
);

interface FootProps {
  readonly isShown: boolean;
  readonly onHelp: () => void;
  /** The last file that was dropped; null: none was. */
  readonly dropped: { readonly file: File } | null;
  /** A file hangs over the page. */
  readonly isOver: boolean;
}

/** The foot of the page, and what opens files on it, also where a page has a foot of its own. */
export function Foot({ isShown, onHelp, dropped, isOver }: FootProps) {
  const [pickCount, setPickCount] = useState(0);
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
