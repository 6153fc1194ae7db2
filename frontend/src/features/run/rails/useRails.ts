import { useState } from 'react';

import type { SheetView } from '../state/DataSheet';
import type { Sheet } from './PhoneTabs';

/** Which rails are folded away, on a phone which of them is open as a sheet, and the dialog. */
export function useRails() {
  const [folded, setFolded] = useState({ left: false, right: false });
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [data, setData] = useState<SheetView | null>(null);
  const [isComparing, setComparing] = useState(false);
  const [isSharing, setSharing] = useState(false);
  return {
    folded,
    sheet,
    setSheet,
    /** The table of all flows over the stage. */
    data,
    showData: (next: SheetView | null) => {
      setSheet(null);
      setData(next);
    },
    isComparing,
    foldLeft: () => setFolded((old) => ({ ...old, left: !old.left })),
    foldRight: () => setFolded((old) => ({ ...old, right: !old.right })),
    closeSheets: () => {
      setSheet(null);
      setData(null);
    },
    compare: () => setComparing(true),
    stopComparing: () => setComparing(false),
    isSharing,
    share: () => setSharing(true),
    stopSharing: () => setSharing(false),
  };
}

export type Rails = ReturnType<typeof useRails>;
