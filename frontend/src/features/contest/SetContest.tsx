import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';

import {
  useContestKinds,
  useOpenContest,
  type Contest,
  type ContestKind,
} from '@/api/classes/contest';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/fields/Checkbox';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';
import { SelectField } from '@/ui/fields/SelectField';

import styles from './contest.module.css';

type Kind = ContestKind['kind'];

const HOUR_MS = 3_600_000;
const MOST_ENTRIES = 5;
const MOST_SCENARIOS = 20;

interface SetContestProps {
  readonly classId: string;
  /** undefined: there is none yet. */
  readonly contest?: Contest;
}

/** Until when modules can be entered, how many a student may have, and what is drawn. */
export function SetContest({ classId, contest }: SetContestProps) {
  const id = useId();
  const set = useOpenContest(classId);
  const [endsAt, setEndsAt] = useState(() =>
    localText(contest === undefined ? new Date(Date.now() + HOUR_MS) : new Date(contest.ends_at)),
  );
  const [count, setCount] = useState(contest?.entries_per_student ?? MOST_ENTRIES);
  const [scenarioCount, setScenarioCount] = useState(contest?.scenario_count ?? MOST_SCENARIOS);
  const all = useContestKinds();
  const [wanted, setKinds] = useState<readonly Kind[] | null>(
    () => contest?.kinds.map(({ kind }) => kind) ?? null,
  );
  const kinds = wanted ?? all.data?.map(({ kind }) => kind) ?? [];
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate({
          ends_at: new Date(endsAt).toISOString(),
          entries_per_student: count,
          scenario_count: scenarioCount,
          kinds: [...kinds],
        });
      }}
    >
      <label htmlFor={`${id}-end`}>{t`Modules can be entered until`}</label>
      <input
        id={`${id}-end`}
        type="datetime-local"
        required
        className={styles.field}
        value={endsAt}
        onChange={({ target }) => setEndsAt(target.value)}
      />
      <CountField
        label={t`Entries per student`}
        most={MOST_ENTRIES}
        value={count}
        onChange={setCount}
      />
      <CountField
        label={t`Scenarios to draw`}
        most={MOST_SCENARIOS}
        value={scenarioCount}
        onChange={setScenarioCount}
      />
      <KindsField all={all.data ?? []} chosen={kinds} onChange={setKinds} />
      {all.error !== null && (
        <NotLoaded
          what={t`The kinds of scenarios`}
          error={all.error}
          onRetry={() => void all.refetch()}
        />
      )}
      <Button
        type="submit"
        variant="filled"
        disabled={set.isPending || endsAt === '' || kinds.length === 0}
      >
        {contest === undefined ? t`Open the contest` : t`Change it`}
      </Button>
      {set.error !== null && (
        <Note tone="bad" title={t`Nothing was changed`}>
          {set.error.message}
        </Note>
      )}
    </form>
  );
}

interface CountFieldProps {
  readonly label: string;
  readonly most: number;
  readonly value: number;
  readonly onChange: (count: number) => void;
}

function CountField({ label, most, value, onChange }: CountFieldProps) {
  return (
    <SelectField
      label={label}
      value={value}
      className={styles.field}
      onChange={(chosen) => onChange(Number(chosen))}
    >
      {Array.from({ length: most }, (_, place) => (
        <option key={place}>{place + 1}</option>
      ))}
    </SelectField>
  );
}

interface KindsFieldProps {
  readonly all: readonly ContestKind[];
  readonly chosen: readonly Kind[];
  readonly onChange: (chosen: readonly Kind[]) => void;
}

function KindsField({ all, chosen, onChange }: KindsFieldProps) {
  const changed = (kind: Kind, isIn: boolean) =>
    all.map((each) => each.kind).filter((each) => (each === kind ? isIn : chosen.includes(each)));
  return (
    <fieldset className={styles.kinds}>
      <legend>{t`What may be drawn`}</legend>
      {all.map(({ kind, title, text }) => (
        <div key={kind}>
          <Checkbox
            label={title}
            checked={chosen.includes(kind)}
            onChange={(isIn) => onChange(changed(kind, isIn))}
          />
          <p className="small quiet">{text}</p>
        </div>
      ))}
      {all.length > 0 && chosen.length === 0 && (
        <p role="status">{t`Choose at least one: nothing could be drawn.`}</p>
      )}
    </fieldset>
  );
}

/** As a field for local times has it: `2026-12-07T14:30`. */
function localText(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
