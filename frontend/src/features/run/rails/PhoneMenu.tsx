import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { hasServer } from '@/api/transport';
import { openPictures } from '@/state/pictures';
import { Button } from '@/ui/Button';
import menu from '@/ui/menu.module.css';
import { Popover } from '@/ui/Popover';

import styles from './phone.module.css';

interface PhoneMenuProps {
  readonly runId: string;
  readonly onShare: () => void;
  readonly onCompare: () => void;
  readonly onUse: () => void;
}

/** On a phone the head has room for one button: what a desk has side by side is in its menu. */
export function PhoneMenu({ runId, onShare, onCompare, onUse }: PhoneMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const item = (label: string, onClick: () => void) => (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => {
        setOpen(false);
        onClick();
      }}
    >
      {label}
    </button>
  );
  return (
    <Popover
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      align="end"
      className={menu.menu}
      placeClassName={styles.open}
      target={
        <Button aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          More
        </Button>
      }
    >
      {item('Compare with', onCompare)}
      {item('Share', onShare)}
      {item('Picture', openPictures)}
      {hasServer() && item('Use in a lab', onUse)}
      <Link to="/build" search={{ run: runId }}>
        Fork and edit
      </Link>
    </Popover>
  );
}
