import { minutesOf, stepsOf } from '@/analysis/labs/draft';

import { useEditing } from './editing';
import { TextField } from './fields';
import styles from './form.module.css';
import { ItemList } from './ItemList';

/** What a lab is about, before its steps. */
export function LabFields() {
  const { draft } = useEditing();
  const count = stepsOf(draft).length;
  return (
    <div className={styles.form}>
      <p className="small quiet">
        {count === 0
          ? 'No steps yet. Add the first one in the list of steps.'
          : `${count === 1 ? '1 step' : `${count} steps`}, about ${minutesOf(draft)} minutes.`}
      </p>
      <TextField path="title" label="Title" />
      <TextField
        path="summary"
        label="Summary"
        rows={3}
        hint="What it is about, for whoever opens the link. Markdown."
      />
      <ItemList
        path="goals"
        title="Afterwards, students can"
        one="goal"
        hint="One to eight, each a thing that can be seen: “Compute the delay of a full buffer”."
        fresh=""
        renderItem={(path, name) => <TextField path={path} label={name} />}
      />
      <ItemList
        path="misconceptions"
        title="Common misconceptions"
        one="misconception"
        hint="Only teachers see them."
        fresh=""
        renderItem={(path, name) => <TextField path={path} label={name} />}
      />
    </div>
  );
}
