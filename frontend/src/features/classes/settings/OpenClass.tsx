import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useOpenClass } from '@/api/classes/classes';
import { useLabs } from '@/api/classes/labs';
import { noteTeacherKey } from '@/state/newTeacherKey';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/fields/Checkbox';
import { Note } from '@/ui/Note';
import { NotLoaded } from '@/ui/NotLoaded';

import styles from '../classes.module.css';
import { linesOf } from './lines';
import { LocalAddressNote } from './LocalAddressNote';
import { FromFile, LabOfFile } from './SettingsFile';
import type { ClassSettings } from './settingsFile';

interface Draft {
  readonly labId: string;
  readonly name: string;
  readonly teacherName: string;
  readonly sections: string;
  readonly identifiers: string;
  readonly needsApproval: boolean;
  readonly holdsBackRight: boolean;
  readonly holdsBackPoints: boolean;
  /** From a file: with its own lab, and rules that have no field here. */
  readonly from: ClassSettings | null;
}

const EMPTY: Draft = {
  labId: '',
  name: '',
  teacherName: '',
  sections: '',
  identifiers: '',
  needsApproval: false,
  holdsBackRight: false,
  holdsBackPoints: false,
  from: null,
};

const classOf = (draft: Draft) => ({
  ...draft.from,
  lab_id: draft.from?.lab_id ?? draft.labId,
  name: draft.name.trim(),
  teacher_name: draft.teacherName.trim() || null,
  sections: linesOf(draft.sections),
  identifiers: linesOf(draft.identifiers),
  needs_approval: draft.needsApproval,
  holds_back_right: draft.holdsBackRight,
  holds_back_points: draft.holdsBackPoints,
  shows_solutions: draft.from?.shows_solutions ?? false,
});

/** Opens a class: a lab and a name are enough. */
export function OpenClass() {
  const [draft, setDraft] = useState(EMPTY);
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const open = useOpenClass();
  const navigate = useNavigate();
  const start = () => {
    open.mutate(classOf(draft), {
      onSuccess: ({ classroom: { id }, teacher_key }) => {
        noteTeacherKey(id, teacher_key);
        void navigate({ to: '/classes/$classId', params: { classId: id } });
      },
    });
  };
  return (
    <section aria-labelledby="open-class">
      <h2 id="open-class">{t`Open a class`}</h2>
      <LocalAddressNote />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <FromFile onRead={(from) => set(draftOf(from))} />
        {draft.from === null ? (
          <LabField value={draft.labId} onChange={(labId) => set({ labId })} />
        ) : (
          <LabOfFile settings={draft.from} onLeave={() => set({ from: null })} />
        )}
        <label className={styles.field}>
          {t`Name of the class`}
          <input
            required
            maxLength={80}
            placeholder={t`Networks, Monday`}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
          <span className="small quiet">{t`Students see it when they join.`}</span>
        </label>
        <TeacherField value={draft.teacherName} onChange={(teacherName) => set({ teacherName })} />
        <Rules draft={draft} set={set} />
        {open.error !== null && (
          <Note tone="bad" title={t`The class was not opened`}>
            {open.error.message}
          </Note>
        )}
        <p>
          <Button
            type="submit"
            variant="filled"
            disabled={
              (draft.labId === '' && draft.from === null) ||
              draft.name.trim() === '' ||
              open.isPending
            }
          >
            {open.isPending ? t`Opening` : t`Open the class`}
          </Button>
        </p>
      </form>
    </section>
  );
}

/** The settings in the file; identifiers are those of the new students. */
const draftOf = (from: ClassSettings): Partial<Draft> => ({
  from,
  name: from.name,
  sections: (from.sections ?? []).join('\n'),
  needsApproval: from.needs_approval ?? false,
  holdsBackRight: from.holds_back_right ?? false,
  holdsBackPoints: from.holds_back_points ?? false,
});

function TeacherField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <label className={styles.field}>
      {t`Your name (optional)`}
      <input
        maxLength={80}
        placeholder={t`Ms Lee`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <span className="small quiet">{t`Co-teachers read it; students do not.`}</span>
    </label>
  );
}

function LabField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const labs = useLabs();
  return (
    <>
      {labs.error !== null && (
        <NotLoaded what={t`The labs`} error={labs.error} onRetry={() => void labs.refetch()} />
      )}
      <label className={styles.field}>
        {t`Lab`}
        <select required value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t`Choose a lab`}</option>
          {labs.data?.map(({ id, title, minutes }) => (
            <option key={id} value={id}>{t`${title}, about ${minutes} min`}</option>
          ))}
        </select>
      </label>
    </>
  );
}

interface RulesProps {
  readonly draft: Draft;
  readonly set: (part: Partial<Draft>) => void;
}

/** Settings that most classes do not need. */
function Rules({ draft, set }: RulesProps) {
  const count = linesOf(draft.identifiers).length;
  return (
    <details className="ui-fold">
      <summary>{t`Sections, identifiers, approval, answers`}</summary>
      <div className={styles.form}>
        <Lines
          label={t`Sections, one per line`}
          help={t`Students choose theirs.`}
          value={draft.sections}
          onChange={(sections) => set({ sections })}
        />
        <Lines
          label={t`Identifiers, one per line`}
          help={t`${countOf(count, 'identifier')}. Students type theirs, and the lab stores only hashes: grades name students by their place in this list, so keep it.`}
          value={draft.identifiers}
          onChange={(identifiers) => set({ identifiers })}
        />
        <Checkbox
          checked={draft.needsApproval}
          onChange={(needsApproval) => set({ needsApproval })}
          label={t`I admit each student myself`}
        />
        <Checkbox
          checked={draft.holdsBackRight}
          onChange={(holdsBackRight) => set({ holdsBackRight })}
          label={t`Students see the right answer to a question once I show it`}
        />
        <Checkbox
          checked={draft.holdsBackPoints}
          onChange={(holdsBackPoints) => set({ holdsBackPoints })}
          label={t`Students see their points once I release them`}
        />
      </div>
    </details>
  );
}

interface LinesProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function Lines({ label, help, value, onChange }: LinesProps) {
  return (
    <label className={styles.field}>
      {label}
      <textarea rows={4} value={value} onChange={({ target }) => onChange(target.value)} />
      <span className="small quiet">{help}</span>
    </label>
  );
}
