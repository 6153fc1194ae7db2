import { Dialog } from '@/ui/overlay/Dialog';

import { UseOtherKey } from './UseOtherKey';
import styles from './move.module.css';
import { ShowKey } from './ShowKey';

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
        <ShowKey />
      </section>
      <section className={styles.part}>
        <h3>From another browser to here</h3>
        <UseOtherKey given={given} />
      </section>
    </Dialog>
  );
}
