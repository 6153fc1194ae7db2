import { Button } from '@mantine/core';
import { useId, useRef } from 'react';

import { formatCount } from '@/analysis/units';
import { buildText } from '@/messages/build';
import { Kbd } from '@/ui/Kbd';
import { Pill } from '@/ui/Pill';
import { SeedInput } from '@/ui/SeedInput';

import styles from './build.module.css';
import type { CheckedText } from './useCheckedText';

interface EditorHeadProps {
  readonly checked: CheckedText;
  readonly origin: string | null;
  readonly seed: number;
  readonly isStarting: boolean;
  readonly onName: (name: string) => void;
  readonly onSeed: (seed: number) => void;
  readonly onFormat: () => void;
  readonly onOpen: (text: string) => void;
  readonly onRun: () => void;
}

export function EditorHead(props: EditorHeadProps) {
  const { checked, origin, seed, isStarting } = props;
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
      {origin !== null && <Pill>{origin}</Pill>}
      <span className={styles.space} />
      <Status checked={checked} />
      <OpenFile onOpen={props.onOpen} />
      <Button className={styles.wide} onClick={props.onFormat}>
        {buildText.format}
      </Button>
      <label htmlFor={seedId} className="quiet">
        {buildText.seed}
      </label>
      <SeedInput id={seedId} value={seed} onChange={props.onSeed} />
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

function Status({ checked }: { checked: CheckedText }) {
  const count = checked.problems.length;
  if (count > 0) return <b className={styles.bad}>{buildText.problems(count)}</b>;
  if (checked.isChecking || checked.isStale || checked.checked === undefined) {
    return <span className="faint small">{buildText.checking}</span>;
  }
  const packets = formatCount(checked.checked.predicted_packets);
  return <span className="quiet small">{buildText.ready(packets)}</span>;
}

function OpenFile({ onOpen }: { onOpen: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void file.text().then(onOpen);
        }}
      />
      <Button className={styles.wide} onClick={() => input.current?.click()}>
        {buildText.open}
      </Button>
    </>
  );
}
