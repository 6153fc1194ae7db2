import { t } from '@lingui/core/macro';

import { useAlgorithmTitle, useScenarioSchema } from '@/api/catalog';
import type { WallTry } from '@/api/classes/classTypes';
import type { RunStepFile } from '@/steps/labFile';
import { openFields, settingsWords } from '@/steps/openFields';

import board from './board.module.css';
import { triedPlots, triedWords } from './goalTries';
import { GoalTriesPlot } from './GoalTriesPlot';
import styles from './goalTries.module.css';

interface GoalTriesProps {
  readonly step: RunStepFile;
  readonly tried: readonly WallTry[];
}

/** A class's tries at a goal by setting and result: where the goal begins to be reached. */
export function GoalTries({ step, tried }: GoalTriesProps) {
  const schema = useScenarioSchema();
  if (tried.length === 0 || schema.data === undefined) return null;
  const opens = openFields(step, schema.data);
  const plots = triedPlots(tried, opens);
  const [first] = plots;
  if (first === undefined) return <Frequent {...{ tried, opens }} />;
  return (
    <div className="stack">
      <p className={styles.legend}>
        <b>{triedWords(first)}</b>{' '}
        <span className="quiet">{t`Filled: reached. Open: missed.`}</span>
      </p>
      <div className={styles.plots}>
        {plots.map((each) => (
          <GoalTriesPlot key={each.term} tried={each} />
        ))}
      </div>
    </div>
  );
}

interface FrequentProps {
  readonly tried: readonly WallTry[];
  readonly opens: ReturnType<typeof openFields>;
}

const MOST_ROWS = 8;

/** Where more than one number is moved: the settings that were tried most often. */
function Frequent({ tried, opens }: FrequentProps) {
  const titleOf = useAlgorithmTitle();
  const rows = new Map<string, { count: number; reached: number }>();
  for (const { settings, holds } of tried) {
    const words = settingsWords(settings, opens, titleOf);
    const { count, reached } = rows.get(words) ?? { count: 0, reached: 0 };
    rows.set(words, { count: count + 1, reached: reached + (holds ? 1 : 0) });
  }
  const shown = [...rows].sort(([, a], [, b]) => b.count - a.count).slice(0, MOST_ROWS);
  return (
    <table className={board.table}>
      <caption>
        {rows.size > MOST_ROWS ? t`${MOST_ROWS} of ${rows.size} settings` : t`Settings tried`}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t`Settings`}</th>
          <th scope="col" className="number">
            {t`Tries`}
          </th>
          <th scope="col" className="number">
            {t`Reached the goal`}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map(([words, { count, reached }]) => (
          <tr key={words}>
            <th scope="row">{words}</th>
            <td className="number">{count}</td>
            <td className="number">{reached}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
