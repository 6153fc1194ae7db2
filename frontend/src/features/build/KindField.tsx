import { choiceName, helpText } from '@/analysis/scenario/fieldWords';
import { SegmentedControl } from '@/ui/SegmentedControl';
import { Term } from '@/ui/Term';

import styles from './field.module.css';
import { FieldProblems } from './FieldProblems';
import { isChoice, useField } from './formContext';
import { Vary } from './Vary';
import { VariedLine } from './VariedLine';

interface KindFieldProps {
  readonly path: string;
  readonly name: string;
  readonly onChange: (kind: string) => void;
}

/** A choice of few, side by side. What can be one only is no choice. */
export function KindField({ path, name, onChange }: KindFieldProps) {
  const state = useField(path);
  if (state === null || !isChoice(state)) return null;
  const { field, effective, problems } = state;
  // Another kind has other fields: it is varied as a whole.
  const whole = path.replace(/\.kind$/, '');
  const chosen = typeof effective === 'string' ? effective : '';
  return (
    <div className={styles.kind} data-path={path} data-vary="">
      <Term name={name} definition={helpText(field)} />
      <SegmentedControl
        aria-label={name}
        value={chosen}
        onChange={onChange}
        data={field.choices.map((choice) => ({
          value: choice,
          label: choiceName(field, choice),
        }))}
      />
      <Vary path={whole} name={name} />
      <VariedLine path={whole} />
      <FieldProblems problems={problems} />
    </div>
  );
}
