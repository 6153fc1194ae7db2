import { Button } from '@mantine/core';
import { useRef, useState } from 'react';

import { keyToText, textToKey, type ReadKey } from '@/analysis/links/keyText';
import { readRecovery } from '@/analysis/links/recovery';
import { ownerKey } from '@/api/owner';
import { useMoveWork, useOwner } from '@/api/work';
import { moveText } from '@/messages/runs';
import { Note } from '@/ui/Note';

import { KeyText } from './KeyText';
import styles from './move.module.css';
import { whenText } from './words';

/** Takes the key of another browser, says what it has, and works under it from then on. */
export function BringWork({ given }: { given: string }) {
  const [text, setText] = useState(given);
  const [mine] = useState(ownerKey);
  const file = useRef<HTMLInputElement>(null);
  const read = textToKey(text);
  const key = 'key' in read ? read.key : null;
  const problem = problemText(read);
  return (
    <>
      <textarea
        className={styles.key}
        aria-label={moveText.enter}
        placeholder={moveText.enter}
        aria-invalid={problem !== null || undefined}
        aria-describedby="key-problem"
        value={text}
        rows={3}
        spellCheck={false}
        autoCapitalize="characters"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <input
        ref={file}
        type="file"
        accept="text/plain,.txt,application/json,.json"
        hidden
        onChange={(event) => {
          const [opened] = event.target.files ?? [];
          event.target.value = '';
          if (opened !== undefined) void opened.text().then((read) => setText(keyIn(read)));
        }}
      />
      <p id="key-problem" className={styles.problem} aria-live="polite">
        {problem}
      </p>
      {key === null && <Button onClick={() => file.current?.click()}>{moveText.open}</Button>}
      {key !== null &&
        (key === mine ? <p>{moveText.own}</p> : <Offer key={key} mine={mine} theirs={key} />)}
    </>
  );
}

/** The recovery file of a link has the key of its browser in it. */
function keyIn(text: string): string {
  const recovery = readRecovery(text);
  return recovery === null ? text : (keyToText(recovery.key) ?? text);
}

function problemText(read: ReadKey): string | null {
  if (!('problem' in read) || read.problem === 'empty') return null;
  if (read.problem === 'length') return moveText.problems.length(read.found, read.expected);
  if (read.problem === 'sign') return moveText.problems.sign(read.sign, read.group);
  return moveText.problems.check(read.groups);
}

/** What the key has, and what is to become of the runs of this browser. */
function Offer({ mine, theirs }: { mine: string; theirs: string }) {
  const [brings, setBrings] = useState(true);
  const owner = useOwner(theirs);
  const here = useOwner(mine);
  const move = useMoveWork();
  if (move.isSuccess) {
    const { broughtRuns, drafts } = move.data;
    return (
      <Note title={moveText.done}>
        {broughtRuns > 0 && moveText.brought(broughtRuns)}{' '}
        {drafts !== 'kept' && moveText.draftsFull}
      </Note>
    );
  }
  const error = owner.error ?? here.error ?? move.error;
  if (error !== null) {
    return (
      <Note tone="bad" title={moveText.failed}>
        {error.message}
      </Note>
    );
  }
  if (owner.data === undefined || here.data === undefined) {
    return <p className="quiet">{moveText.looking}</p>;
  }
  const { run_count: runs, draft_count: drafts, newest_run_at: newest } = owner.data;
  return (
    <div className={styles.offer}>
      <p>
        <b>{moveText.holds(runs, drafts)}</b>
        {newest !== null && moveText.newest(whenText(newest, new Date()))}
        {runs + drafts === 0 && ` ${moveText.nobody}`}
      </p>
      {here.data.run_count > 0 && (
        <OwnRuns count={here.data.run_count} mine={mine} brings={brings} onBrings={setBrings} />
      )}
      <p className="quiet small">{moveText.draftsStay}</p>
      <Button
        variant="filled"
        disabled={move.isPending}
        onClick={() => move.mutate({ key: theirs, brings: brings && here.data.run_count > 0 })}
      >
        {move.isPending ? moveText.using : moveText.use}
      </Button>
    </div>
  );
}

interface OwnRunsProps {
  readonly count: number;
  readonly mine: string;
  readonly brings: boolean;
  readonly onBrings: (brings: boolean) => void;
}

function OwnRuns({ count, mine, brings, onBrings }: OwnRunsProps) {
  return (
    <fieldset className={styles.choice}>
      <legend>{moveText.mine(count)}</legend>
      <label>
        <input type="radio" name="own" checked={brings} onChange={() => onBrings(true)} />
        {moveText.keepBoth}
      </label>
      <label>
        <input type="radio" name="own" checked={!brings} onChange={() => onBrings(false)} />
        {moveText.leave}
      </label>
      {!brings && <KeyText text={keyToText(mine) ?? mine} label={moveText.leave} />}
    </fieldset>
  );
}
