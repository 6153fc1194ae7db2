import { replayText } from '@/messages/replay';
import { runText } from '@/messages/run';

import styles from './run.module.css';

export type Sheet = 'scenario' | 'meaning';

interface PhoneTabsProps {
  readonly open: Sheet | null;
  readonly onOpen: (sheet: Sheet | null) => void;
  readonly onFreeze: () => void;
  readonly isReplay: boolean;
  readonly onReplay: () => void;
}

/** On a phone the rails are sheets, opened from here. */
export function PhoneTabs({ open, onOpen, onFreeze, isReplay, onReplay }: PhoneTabsProps) {
  const tab = (sheet: Sheet, label: string) => (
    <button
      type="button"
      aria-expanded={open === sheet}
      onClick={() => onOpen(open === sheet ? null : sheet)}
    >
      {label}
    </button>
  );
  return (
    <div className={styles.tabs}>
      {tab('scenario', runText.scenario)}
      {tab('meaning', runText.meaning)}
      <button type="button" aria-pressed={isReplay} onClick={onReplay}>
        {replayText.open}
      </button>
      <button type="button" onClick={onFreeze}>
        {runText.freeze}
      </button>
    </div>
  );
}
