import { Dialog } from '@/ui/overlay/Dialog';

import { BringWork } from './BringWork';
import styles from './move.module.css';
import { TakeKey } from './TakeKey';

interface MoveSheetProps {
  /** A key that is entered already. */
  readonly given?: string;
  readonly onClose: () => void;
}

/** The key of this browser, and the place for another one. */
export function MoveSheet({ given = '', onClose }: MoveSheetProps) {
  return (
    <Dialog title="Move my work to another browser" onClose={onClose}>
      <section className={styles.part}>
        <h3>From here to another browser</h3>
        <TakeKey />
      </section>
      <section className={styles.part}>
        <h3>From another browser to here</h3>
        <BringWork given={given} />
      </section>
    </Dialog>
  );
}
