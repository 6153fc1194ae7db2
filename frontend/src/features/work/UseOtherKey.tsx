import { useRef, useState } from 'react';

import { MOST_KEY_BYTES } from '@/analysis/imports/fileText';
import { keyToText, textToKey, type ReadKey } from '@/analysis/links/keyText';
import { readRecovery } from '@/analysis/links/recovery';
import { whenText } from '@/analysis/numbers/times';
import { countOf } from '@/analysis/numbers/shown';
import { ownerKey } from '@/api/http/owner';
import { useMoveWork, useOwner } from '@/api/work';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { KeyText } from './KeyText';
import styles from './move.module.css';

/** Takes the key of another browser, says what it has, and works under it from then on. */
export function UseOtherKey({ given }: { given: string }) {
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
        aria-label="Key of the other browser"
        placeholder="Key of the other browser"
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
          if (opened !== undefined) {
            const start = opened.slice(0, MOST_KEY_BYTES);
            void start.text().then((read) => setText(keyIn(read)));
          }
        }}
      />
      <p id="key-problem" className={styles.problem} aria-live="polite">
        {problem}
      </p>
      {key === null && <Button onClick={() => file.current?.click()}>Open the key file</Button>}
      {key !== null &&
        (key === mine ? (
          <p>This is the key of this browser.</p>
        ) : (
          <Offer key={key} mine={mine} theirs={key} />
        ))}
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
  if (read.problem === 'length')
    return read.found < read.expected
      ? `${read.found} of ${read.expected} characters found: ${read.expected - read.found} are missing.`
      : `These are ${read.found} characters, ${read.found - read.expected} too many.`;
  if (read.problem === 'sign')
    return `“${read.sign}” in group ${read.group} cannot be part of a key.`;
  return read.groups.length === 1
    ? `There is a typing error in group ${read.groups.join()}.`
    : `There are typing errors in groups ${read.groups.join(', ')}.`;
}

/** The work stored under the key, and whether to move the runs of this browser. */
function Offer({ mine, theirs }: { mine: string; theirs: string }) {
  const [brings, setBrings] = useState(true);
  const owner = useOwner(theirs);
  const here = useOwner(mine);
  const move = useMoveWork();
  if (move.isSuccess) {
    const { broughtRuns, drafts } = move.data;
    return (
      <Note title="This browser now works with the key.">
        {broughtRuns > 0 &&
          (broughtRuns === 1 ? '1 run was moved.' : `${broughtRuns} runs were moved.`)}{' '}
        {drafts !== 'kept' &&
          'There was no room for all drafts: delete some here, then reload this page.'}
      </Note>
    );
  }
  const error = owner.error ?? here.error ?? move.error;
  if (error !== null) {
    return (
      <Note tone="bad" title="Nothing was moved">
        {error.message}
      </Note>
    );
  }
  if (owner.data === undefined || here.data === undefined) {
    return <p className="quiet">Reading the work of this key…</p>;
  }
  const { run_count: runs, draft_count: drafts, newest_run_at: newest } = owner.data;
  return (
    <div className={styles.offer}>
      <p>
        <b>{`The key has ${countOf(runs, 'run')} and ` + `${countOf(drafts, 'draft')}.`}</b>
        {newest !== null && ` Its newest run was made ${whenText(newest, new Date())}.`}
        {runs + drafts === 0 && ' This key has not been used here. Was it made by another lab?'}
      </p>
      {here.data.run_count > 0 && (
        <OwnRuns count={here.data.run_count} mine={mine} brings={brings} onBrings={setBrings} />
      )}
      <p className="quiet small">The drafts of this browser stay, alongside those of the key.</p>
      <Button
        variant="filled"
        disabled={move.isPending}
        onClick={() => move.mutate({ key: theirs, brings: brings && here.data.run_count > 0 })}
      >
        {move.isPending ? 'Moving' : 'Use this key here'}
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
      <legend>
        {count === 1
          ? 'This browser has made 1 run so far.'
          : `This browser has made ${count} runs so far.`}
      </legend>
      <label>
        <input type="radio" name="own" checked={brings} onChange={() => onBrings(true)} />
        Move them: they become runs of the key.
      </label>
      <label>
        <input type="radio" name="own" checked={!brings} onChange={() => onBrings(false)} />
        Leave them under the old key of this browser:
      </label>
      {!brings && (
        <KeyText
          text={keyToText(mine) ?? mine}
          label="Leave them under the old key of this browser:"
        />
      )}
    </fieldset>
  );
}
