import { Popover } from '@mantine/core';

import styles from './ui.module.css';

/** A word whose one definition is one click away. */
export function Term({ name, definition }: { name: string; definition: string }) {
  return (
    <Popover position="bottom-start" withinPortal>
      <Popover.Target>
        <button type="button" className={styles.term}>
          {name}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={styles.definition}>
          <b>{name}</b>
          <br />
          {definition}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
