import { useState } from 'react';

import { MOST_ITEMS } from '@/state/compareUrl';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

import { PastedLinks } from './PastedLinks';
import type { CompareViewState } from './useCompareView';

/** One more link for a comparison that is there. */
export function AddLink({ view: { items, add } }: { view: CompareViewState }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        fullWidth
        disabled={items.length >= MOST_ITEMS}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Add a link
      </Button>
      {isOpen && (
        <Dialog title="Add a link" onClose={() => setOpen(false)}>
          <PastedLinks
            count={1}
            present={items}
            onItems={(more) => {
              setOpen(false);
              add(more);
            }}
          />
        </Dialog>
      )}
    </>
  );
}
