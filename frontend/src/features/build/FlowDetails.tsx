import { getAt } from '@/analysis/scenario/fieldPath';
import { fieldsBelow } from '@/analysis/scenario/fields';

import { AnyField } from './AnyField';
import styles from './flows.module.css';
import { useForm } from './formContext';
import { ParameterFields } from './ParameterFields';

// What stands in the row already.
const IN_ROW = /\.(label|count|rtt_s|start_s|traffic\.kind|algorithm\..*)$/;

/** What is seldom changed of a group: its end, its receiver, its algorithm's parameters. */
export function FlowDetails({ path }: { path: string }) {
  const { schema, scenario, algorithms } = useForm();
  const rest = fieldsBelow(schema, path, scenario).filter((each) => !IN_ROW.test(each.path));
  const name = getAt(scenario, `${path}.algorithm.name`);
  const algorithm = algorithms.find((each) => each.name === name);
  return (
    <div className={styles.details}>
      <h3>Stop and receiver</h3>
      <div className={styles.receiver}>
        {rest.map((each) => (
          <AnyField key={each.path} path={each.path} />
        ))}
      </div>
      {algorithm !== undefined && (
        <ParameterFields path={`${path}.algorithm.parameters`} algorithm={algorithm} />
      )}
    </div>
  );
}
