import { useState } from 'react';

import { useStartSearch, type SearchGoal } from '@/api/algorithms/counterexamples';
import { useChoosableAlgorithms, type ChoosableAlgorithm } from '@/api/algorithms/modules';
import { AlgorithmOptions } from '@/ui/fields/AlgorithmOptions';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { SelectField } from '@/ui/fields/SelectField';

import styles from './league.module.css';

const GOALS: readonly { readonly goal: SearchGoal; readonly title: string }[] = [
  { goal: 'starve', title: 'A starves B, ten to one' },
  { goal: 'idle', title: 'Idle link, half of the time' },
  { goal: 'queue', title: 'Standing queue, two base RTTs' },
  { goal: 'change', title: 'Most different, before and after' },
];
const BUDGETS = [120, 240, 480, 960] as const;

interface AskFormProps {
  /** Names of the algorithms that it begins with. */
  readonly first: string | undefined;
  readonly second: string | undefined;
  readonly onStarted: (id: string) => void;
}

/** Two algorithms or modules, what to look for, and how many situations may be tried. */
export function AskForm({ first = 'bbr1', second = 'cubic', onStarted }: AskFormProps) {
  const named = { flows: [first, second].map((name) => ({ algorithm: { name } })) };
  const algorithms = useChoosableAlgorithms(named).data;
  const start = useStartSearch();
  const [goal, setGoal] = useState<SearchGoal>('starve');
  const [a, setA] = useState(first);
  const [b, setB] = useState(second);
  const [after, setAfter] = useState('bbr2');
  const [tries, setTries] = useState(480);
  if (algorithms === undefined) return null;
  const isChange = goal === 'change';
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const change = isChange ? { after: choice(after) } : {};
        start.mutate(
          { goal, first: choice(a), second: choice(b), tries, seed: 1, ...change },
          { onSuccess: (made) => onStarted(made.id) },
        );
      }}
    >
      <SelectField
        label="Look for"
        value={goal}
        className={styles.field}
        onChange={(chosen) => setGoal(chosen as SearchGoal)}
      >
        {GOALS.map((each) => (
          <option key={each.goal} value={each.goal}>
            {each.title}
          </option>
        ))}
      </SelectField>
      <Choice label={isChange ? 'A, before' : 'A'} {...{ algorithms }} value={a} onChange={setA} />
      {isChange && (
        <Choice label="A, after" {...{ algorithms }} value={after} onChange={setAfter} />
      )}
      <Choice label="B, beside it" {...{ algorithms }} value={b} onChange={setB} />
      <SelectField
        label="Situations to try"
        value={tries}
        className={styles.field}
        onChange={(chosen) => setTries(Number(chosen))}
      >
        {BUDGETS.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      <Button type="submit" variant="filled" disabled={start.isPending}>
        {start.isPending ? 'Starting' : 'Search'}
      </Button>
      {start.error !== null && (
        <Note tone="bad" title="The search was not started">
          {start.error.message}
        </Note>
      )}
    </form>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly algorithms: readonly ChoosableAlgorithm[];
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function Choice({ algorithms, ...field }: ChoiceProps) {
  return (
    <SelectField {...field} className={styles.field}>
      <AlgorithmOptions algorithms={algorithms} />
    </SelectField>
  );
}

function choice(name: string) {
  return { name, parameters: {} };
}
