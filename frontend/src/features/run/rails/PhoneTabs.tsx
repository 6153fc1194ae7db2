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
    <div className="ui-tabs">
      {tab('scenario', 'Scenario')}
      {tab('meaning', 'Meaning')}
      <button type="button" aria-pressed={isReplay} onClick={onReplay}>
        Replay
      </button>
      <button type="button" onClick={onFreeze}>
        Freeze
      </button>
    </div>
  );
}
