import { Button, SegmentedControl } from '@mantine/core';
import { useId } from 'react';

import { formatCount } from '@/analysis/units';
import { buildText } from '@/messages/build';
import { formText } from '@/messages/form';
import type { Base } from '@/state/draft';
import type { Outcome } from '@/state/drafts';
import { Kbd } from '@/ui/Kbd';
import { Pill } from '@/ui/Pill';
import { SeedInput } from '@/ui/SeedInput';

import styles from './build.module.css';
import { DraftMenu } from './DraftMenu';
import type { CheckedText } from './useCheckedText';
import type { EditedDocument } from './useDocument';

export type Tab = 'form' | 'json';

interface EditorHeadProps {
  readonly checked: CheckedText;
  readonly document: EditedDocument;
  readonly tab: Tab;
  readonly isStarting: boolean;
  readonly onTab: (tab: Tab) => void;
  readonly onName: (name: string) => void;
  readonly onFormat: () => void;
  readonly onOpen: (text: string, fileName: string) => void;
  readonly onRun: () => void;
  /** Whether the browser has kept a copy. */
  readonly onOutcome: (outcome: Outcome) => void;
  /** Goes to the first problem. */
  readonly onProblem: () => void;
}

export function EditorHead(props: EditorHeadProps) {
  const { checked, document, tab, isStarting, onTab } = props;
  const seedId = useId();
  return (
    <div className={styles.head}>
      <h1 className={styles.nameBox}>
        <input
          className={styles.name}
          aria-label={buildText.name}
          placeholder={buildText.namePlaceholder}
          value={checked.name}
          onChange={(event) => props.onName(event.target.value)}
        />
      </h1>
      {document.base !== null && (
        <span className={styles.origin}>
          <Pill>{originText(document.base)}</Pill>
        </span>
      )}
      <SegmentedControl
        aria-label={formText.tabs}
        value={tab}
        onChange={(next) => onTab(next === 'json' ? 'json' : 'form')}
        data={[
          { value: 'form', label: formText.form },
          { value: 'json', label: formText.json },
        ]}
      />
      <span className={styles.space} />
      <Status checked={checked} onProblem={props.onProblem} />
      <Steps document={document} />
      <DraftMenu
        document={document}
        name={checked.name}
        onOpen={props.onOpen}
        onFormat={tab === 'json' ? props.onFormat : null}
        onOutcome={props.onOutcome}
      />
      <span className={styles.seed}>
        <label htmlFor={seedId} className="quiet">
          {buildText.seed}
        </label>
        <SeedInput
          id={seedId}
          value={document.seed}
          onChange={(seed) => document.change({ seed }, 'seed')}
        />
      </span>
      <Button
        variant="filled"
        disabled={checked.scenario === null || isStarting}
        onClick={props.onRun}
        rightSection={<Kbd>⌘↵</Kbd>}
      >
        {isStarting ? buildText.starting : buildText.run}
      </Button>
    </div>
  );
}

function originText({ kind, title }: Base): string {
  return kind === 'run' ? buildText.forkedFrom(title) : buildText.fromPreset(title);
}

function Steps({ document }: { document: EditedDocument }) {
  return (
    <Button.Group>
      <Button disabled={!document.canUndo} onClick={document.undo}>
        {formText.undo}
      </Button>
      <Button disabled={!document.canRedo} onClick={document.redo}>
        {formText.redo}
      </Button>
    </Button.Group>
  );
}

function Status({ checked, onProblem }: { checked: CheckedText; onProblem: () => void }) {
  const [first] = checked.problems;
  const count = checked.problems.length;
  if (first !== undefined) {
    const [, index] = /^flows\.(\d+)/.exec(first.path) ?? [];
    const place = index === undefined ? null : formText.flowNumber(Number(index) + 1);
    return (
      <button type="button" className={styles.status} onClick={onProblem}>
        <b>{buildText.problems(count)}</b>
        {count === 1 && place !== null && formText.problemIn(place)}
      </button>
    );
  }
  if (checked.isChecking || checked.isStale || checked.checked === undefined) {
    return <span className="faint small">{buildText.checking}</span>;
  }
  const packets = formatCount(checked.checked.predicted_packets);
  return <span className="quiet small">{buildText.ready(packets)}</span>;
}
