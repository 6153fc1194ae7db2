import { lazy, Suspense, useEffect } from 'react';

import { openDesk, openPictures, usePictures } from '@/state/pictures';
import { usePageKeys } from '@/state/keys';

// Few visits make pictures; the code loads on demand.
const PictureDialog = lazy(async () => ({
  default: (await import('./PictureDialog')).PictureDialog,
}));

interface PictureDeskProps {
  /** False where `p` means something else. */
  readonly hasKey: boolean;
}

/** The one place of a page where pictures of its plots are made. */
export function PictureDesk({ hasKey }: PictureDeskProps) {
  const openedId = usePictures((state) => state.openedId);
  useEffect(openDesk, []);
  usePageKeys(hasKey ? { p: () => openPictures() } : {});
  if (openedId === null) return null;
  return (
    <Suspense fallback={null}>
      <PictureDialog key={openedId} openedId={openedId} />
    </Suspense>
  );
}
