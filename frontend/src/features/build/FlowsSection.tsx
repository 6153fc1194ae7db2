import { Button } from '@mantine/core';

import { formText } from '@/messages/form';
import { usePageKeys } from '@/state/keys';
import { Kbd } from '@/ui/Kbd';

import styles from './flows.module.css';
import field from './field.module.css';
import { FlowRow } from './FlowRow';
import { useForm } from './formContext';

const MOST_ROWS = 60;
const NEW_GROUP = {
  label: '',
  count: 1,
  rtt_s: 0.05,
  algorithm: { name: 'cubic', parameters: {} },
};

interface FlowsSectionProps {
  readonly onInsert: (index: number, group: unknown) => void;
}

/** Groups of flows as rows. */
export function FlowsSection({ onInsert }: FlowsSectionProps) {
  const { scenario, algorithms } = useForm();
  const groups: readonly unknown[] = Array.isArray(scenario.flows) ? scenario.flows : [];
  const add = () => {
    const last = groups.at(-1);
    const name = algorithms[0]?.name ?? NEW_GROUP.algorithm.name;
    const fresh = { ...NEW_GROUP, algorithm: { name, parameters: {} } };
    onInsert(groups.length, last === undefined ? fresh : relabelled(last, ''));
  };
  usePageKeys({ n: add });
  const { columns } = formText;
  return (
    <section>
      <div className={field.heading}>
        <h2>{formText.flows}</h2>
        <span className="quiet">{formText.flowsHelp}</span>
      </div>
      <div className={styles.head} aria-hidden="true">
        <span />
        <span>{columns.name}</span>
        <span>{columns.count}</span>
        <span>{columns.algorithm}</span>
        <span>{columns.rtt}</span>
        <span>{columns.start}</span>
        <span>{columns.traffic}</span>
        <span />
      </div>
      {groups.slice(0, MOST_ROWS).map((group, index) => (
        <FlowRow
          key={index}
          index={index}
          isOnly={groups.length === 1}
          onCopy={() => onInsert(index + 1, relabelled(group))}
        />
      ))}
      {groups.length > MOST_ROWS && (
        <p className={field.hint}>{formText.tooManyRows(MOST_ROWS, groups.length)}</p>
      )}
      <Button className={styles.add} onClick={add} rightSection={<Kbd>n</Kbd>}>
        {formText.addFlows}
      </Button>
    </section>
  );
}

/** A group like another one, with a name of its own: two alike could not be told apart. */
function relabelled(group: unknown, label?: string): unknown {
  if (typeof group !== 'object' || group === null) return NEW_GROUP;
  const old = 'label' in group && typeof group.label === 'string' ? group.label : '';
  return { ...group, label: label ?? formText.copied(old) };
}
