import { useId } from 'react';

import type { PictureEntry } from '@/state/pictures';

import { PICTURE_WIDTHS, type PictureWidth } from './formats';
import styles from './pictures.module.css';

const WIDTHS = {
  single: 'Single column, 85 mm',
  double: 'Double column, 175 mm',
  slide: 'Slide, 16:9',
} as const;

interface PictureControlsProps {
  readonly entries: readonly PictureEntry[];
  readonly entry: PictureEntry;
  readonly width: PictureWidth;
  readonly hasCaption: boolean;
  readonly onEntry: (id: string) => void;
  readonly onWidth: (width: PictureWidth) => void;
  readonly onCaption: (hasCaption: boolean) => void;
}

/** Which plot, how wide, and whether it says what it is of. */
export function PictureControls(props: PictureControlsProps) {
  const { entries, entry, width, hasCaption, onEntry, onWidth, onCaption } = props;
  const id = useId();
  return (
    <div className={styles.controls}>
      <label htmlFor={`${id}-plot`}>Plot</label>
      <select
        id={`${id}-plot`}
        autoFocus
        value={entry.id}
        onChange={({ target }) => onEntry(target.value)}
      >
        {entries.map((each) => (
          <option key={each.id} value={each.id}>
            {each.title}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-width`}>Width</label>
      <select
        id={`${id}-width`}
        value={width}
        onChange={({ target }) => {
          const next = PICTURE_WIDTHS.find((each) => each === target.value);
          if (next !== undefined) onWidth(next);
        }}
      >
        {PICTURE_WIDTHS.map((each) => (
          <option key={each} value={each}>
            {WIDTHS[each]}
          </option>
        ))}
      </select>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={hasCaption}
          onChange={({ target }) => onCaption(target.checked)}
        />
        Add a caption
      </label>
    </div>
  );
}
