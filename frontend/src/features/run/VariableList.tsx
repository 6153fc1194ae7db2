import { useId, useState } from 'react';

import type { Run } from '@/api/types';

import styles from './stages.module.css';
import type { PlotChoice } from './useRunView';
import { MOST_VARIABLES, useDrawnVariables, useRunVariables, writeVariable } from './variables';
import { drawnFlows } from './view';

interface VariableListProps {
  readonly run: Run;
  readonly plots: PlotChoice;
}

/** Which state variables have a plot, of which flow; the address keeps them. */
export function VariableList({ run, plots }: VariableListProps) {
  const id = useId();
  const variables = useRunVariables(run);
  const shown = useDrawnVariables(run, plots.variables);
  const [flowIndex, setFlowIndex] = useState<number | null>(null);
  const flows = drawnFlows(run.scenario);
  const taken = new Set(plots.variables.map(writeVariable));
  const isFull = plots.variables.length >= MOST_VARIABLES;
  return (
    <div className={styles.variables}>
      <h3 id={id}>State variables</h3>
      {shown.length > 0 && (
        <ul aria-labelledby={id}>
          {shown.map(({ metric, name, flow }) => (
            <li key={`${metric}:${flow?.index ?? ''}`}>
              <span>{flow === null ? name : `${name}, ${flow.label}`}</span>
              <button
                type="button"
                aria-label={`Remove the plot of ${name}${flow === null ? '' : ` of ${flow.label}`}`}
                onClick={() => plots.toggleVariable({ metric, flowIndex: flow?.index ?? null })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="small faint">{`No more than ${MOST_VARIABLES} fit.`}</p>
      ) : (
        <div className={styles.variableAdd}>
          <select
            aria-label="Plot a state variable"
            value=""
            onChange={({ target }) => plots.toggleVariable({ metric: target.value, flowIndex })}
          >
            <option value="">Plot a variable …</option>
            {variables
              .filter(({ metric }) => !taken.has(writeVariable({ metric, flowIndex })))
              .map(({ metric, name }) => (
                <option key={metric} value={metric}>
                  {name}
                </option>
              ))}
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
