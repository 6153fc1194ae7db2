import { useId, useState } from 'react';

import type { Run } from '@/api/types';
import { drawnFlows } from '@/charts/panes/stageFlows';
import type { DrawnVariable } from '@/charts/panes/variablePanes';

import styles from './stages.module.css';
import type { StateVariable } from '../state/stateVariables';
import type { PlotChoice } from '../view/useRunView';
import {
  MOST_VARIABLES,
  readVariables,
  useDrawnVariables,
  useRunVariables,
  variablesOfQueue,
  writeVariable,
} from './variables';

interface VariableListProps {
  readonly run: Run;
  readonly plots: PlotChoice;
}

/** Which state variables have a plot, of which flow; the address keeps them. */
export function VariableList({ run, plots }: VariableListProps) {
  const id = useId();
  const variables = useRunVariables(run);
  const ofQueue = variablesOfQueue(run, plots.linkIndex);
  const shown = useDrawnVariables(run, plots.variables, plots.linkIndex);
  const [flowIndex, setFlowIndex] = useState<number | null>(null);
  const flows = drawnFlows(run.scenario);
  const taken = new Set(plots.variables.map(writeVariable));
  const isFull = plots.variables.length >= MOST_VARIABLES;
  return (
    <div className={styles.variables}>
      <h3 id={id}>State variables</h3>
      <Shown id={id} shown={shown} plots={plots} />
      {isFull ? (
        <p className="small faint">{`No more than ${MOST_VARIABLES} fit.`}</p>
      ) : (
        <div className={styles.variableAdd}>
          <select
            aria-label="Plot a state variable"
            value=""
            onChange={({ target }) => {
              const [choice] = readVariables(target.value);
              if (choice?.isOfQueue === true) plots.toggleVariable(choice);
              else plots.toggleVariable({ metric: target.value, flowIndex });
            }}
          >
            <option value="">Plot a variable …</option>
            {variables
              .filter(({ metric }) => !taken.has(writeVariable({ metric, flowIndex })))
              .map(({ metric, name }) => (
                <option key={metric} value={metric}>
                  {name}
                </option>
              ))}
            <QueueOptions variables={ofQueue} taken={taken} />
          </select>
          <select
            aria-label="Of which flow"
            value={flowIndex ?? ''}
            onChange={({ target }) =>
              setFlowIndex(target.value === '' ? null : Number(target.value))
            }
          >
            <option value="">of every flow</option>
            {flows.map(({ index, label }) => (
              <option key={index} value={index}>
                {`of ${label}`}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  );
}

interface ShownProps {
  readonly id: string;
  readonly shown: readonly DrawnVariable[];
  readonly plots: PlotChoice;
}

function Shown({ id, shown, plots }: ShownProps) {
  if (shown.length === 0) return null;
  return (
    <ul aria-labelledby={id}>
      {shown.map(({ metric, name, flow, isOfQueue = false }) => {
        const choice = { metric, flowIndex: flow?.index ?? null, isOfQueue };
        const whose = isOfQueue ? 'the queue' : flow?.label;
        return (
          <li key={writeVariable(choice)}>
            <span>{whose === undefined ? name : `${name}, ${whose}`}</span>
            <button
              type="button"
              aria-label={`Remove the plot of ${name}${whose === undefined ? '' : ` of ${whose}`}`}
              onClick={() => plots.toggleVariable(choice)}
            >
              ×
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface QueueOptionsProps {
  readonly variables: readonly StateVariable[];
  readonly taken: ReadonlySet<string>;
}

/** The variables of the link's queue: its drop probability, its delays, its counts. */
function QueueOptions({ variables, taken }: QueueOptionsProps) {
  const left = variables
    .map(({ metric, name }) => {
      const choice = { metric, flowIndex: null, isOfQueue: true };
      return { value: writeVariable(choice), name };
    })
    .filter(({ value }) => !taken.has(value));
  if (left.length === 0) return null;
  return (
    <optgroup label="Of the queue">
      {left.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}
