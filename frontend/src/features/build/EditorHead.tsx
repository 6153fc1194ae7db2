import { Link } from '@tanstack/react-router';
import { useId } from 'react';

import { formatCount } from '@/analysis/numbers/units';
import { getAt, setInText } from '@/analysis/scenario/fields/fieldPath';
import type { Problem } from '@/analysis/scenario/problems/problems';
import type { Base } from '@/state/draft';
import type { Outcome } from '@/state/drafts';
import { Button } from '@/ui/Button';
import { Kbd } from '@/ui/Kbd';
import { Pill } from '@/ui/Pill';
import { SeedInput } from '@/ui/fields/SeedInput';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

import styles from './build.module.css';
import { DraftMenu } from './document/DraftMenu';
import type { CheckedExperiment } from './experiment/useCheckedExperiment';
import type { CheckedText } from './document/useCheckedText';
import type { EditedDocument } from './document/useDocument';

export type Tab = 'form' | 'json';

interface EditorHeadProps {
  readonly checked: CheckedText;
  readonly experiment: CheckedExperiment | null;
  /** Of the scenario and of the axes. */
  readonly problems: readonly Problem[];
  readonly document: EditedDocument;
  readonly tab: Tab;
  readonly isStarting: boolean;
  /** The typed seed is valid. */
  readonly isSeedGood: boolean;
  readonly onSeedGood: (isGood: boolean) => void;
  readonly onTab: (tab: Tab) => void;
  readonly onName: (name: string) => void;
  readonly onFormat: () => void;
  readonly onOpen: (file: File) => void;
  readonly onRun: () => void;
  /** Whether the browser has kept a copy. */
  readonly onOutcome: (outcome: Outcome) => void;
  /** Goes to the first problem. */
  readonly onProblem: () => void;
}

export function EditorHead(props: EditorHeadProps) {
  const { checked, experiment, document, tab, isStarting, onTab } = props;
  const isReady = experiment === null ? checked.scenario !== null : experiment.definition !== null;
  const seedId = useId();
  return (
    <div className={styles.head}>
      <h1 className={styles.nameBox}>
        <input
          className={styles.name}
          aria-label="Name"
          placeholder="Scenario without a name"
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
        aria-label="How to edit"
        value={tab}
        onChange={(next) => onTab(next === 'json' ? 'json' : 'form')}
        data={[
          { value: 'form', label: 'Form' },
          { value: 'json', label: 'JSON' },
        ]}
      />
      <Button renderRoot={(link) => <Link to="/build" search={{ draft: 'new' }} {...link} />}>
        New
      </Button>
      <span className={styles.space} />
      <Status {...props} />
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
          {experiment === null ? 'Seed' : 'First seed'}
        </label>
        <SeedInput
          id={seedId}
          value={experiment?.replications.first_seed ?? document.seed}
          onChange={(seed) => changeSeed(document, experiment, seed)}
          onGood={props.onSeedGood}
        />
      </span>
      <Button
        variant="filled"
        disabled={!isReady || isStarting || !props.isSeedGood}
        onClick={props.onRun}
        rightSection={<Kbd>⌘↵</Kbd>}
      >
        {isStarting ? 'Starting' : runText(experiment)}
      </Button>
    </div>
  );
}

/** The seed of a run is the first one of an experiment. */
function changeSeed(
  document: EditedDocument,
  experiment: CheckedExperiment | null,
  seed: number,
): void {
  const { text } = document;
  const edited = experiment === null ? text : setInText(text, 'replications.first_seed', seed);
  document.change({ text: edited, seed }, 'seed');
}

function runText(experiment: CheckedExperiment | null): string {
  if (experiment === null) return 'Run';
  const { original, size, addedUnitCount } = experiment;
  if (original !== null) return `Add ${formatCount(addedUnitCount)} runs`;
  return size.unitCount === 1 ? 'Run' : `Run ${formatCount(size.unitCount)} runs`;
}

function originText({ kind, title }: Base): string {
  if (kind === 'extension') return `more of ${title}`;
  return kind === 'run' || kind === 'experiment' ? `forked from ${title}` : `from ${title}`;
}

function Steps({ document }: { document: EditedDocument }) {
  return (
    <div className="ui-buttons">
      <Button disabled={!document.canUndo} onClick={document.undo}>
        Undo
      </Button>
      <Button disabled={!document.canRedo} onClick={document.redo}>
        Redo
      </Button>
    </div>
  );
}

function Status({ checked, experiment, problems, onProblem }: EditorHeadProps) {
  const [first] = problems;
  const count = problems.length;
  if (first !== undefined) {
    const [, index] = /^flows\.(\d+)/.exec(first.path) ?? [];
    const label = getAt(checked.value, `flows.${index ?? ''}.label`);
    const place = typeof label === 'string' && label !== '' ? label : null;
    return (
      <button type="button" className={styles.status} onClick={onProblem}>
        <b>{count === 1 ? '1 problem' : `${count} problems`}</b>
        {count === 1 && place !== null && ` in ${place}`}
      </button>
    );
  }
  const isStale = checked.isStale || (experiment?.isStale ?? false);
  if (checked.isChecking || isStale || checked.checked === undefined) {
    return <span className="faint small">checking</span>;
  }
  if (experiment !== null) {
    const runs = formatCount(experiment.size.unitCount);
    return <span className="quiet small">{`Ready, ${runs} runs`}</span>;
  }
  const packets = formatCount(checked.checked.predicted_packets);
  return <span className="quiet small">{`Ready, ${packets} packets`}</span>;
}
