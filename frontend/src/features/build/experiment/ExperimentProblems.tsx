import type { Axis } from '@/analysis/experiment/definition';
import { withOriginalPoints } from '@/analysis/experiment/extension';
import { experimentRepairs } from '@/analysis/experiment/repairs';
import { axisLabel } from '@/analysis/experiment/axisTexts';
import { Button } from '@/ui/Button';

import styles from './bar.module.css';
import type { AxisProblem, CheckedExperiment } from './useCheckedExperiment';
import type { Varying } from '../vary/useVarying';

interface ExperimentProblemsProps {
  readonly experiment: CheckedExperiment;
  readonly varying: Varying;
  /** Of this axis only. */
  readonly axisIndex?: number;
}

const MOST_SHOWN = 3;

/** Problems of the axes, each with its axis and buttons that fix it. */
export function ExperimentProblems({ experiment, varying, axisIndex }: ExperimentProblemsProps) {
  const shown = experiment.problems.filter(
    ({ path }) => axisIndex === undefined || path.startsWith(`axes.${axisIndex}.`),
  );
  return (
    <div aria-live="polite">
      {shown.slice(0, MOST_SHOWN).map((problem) => (
        <OneProblem
          key={`${problem.path} ${problem.message}`}
          problem={problem}
          experiment={experiment}
          varying={varying}
        />
      ))}
      {shown.length > MOST_SHOWN && (
        <p className="quiet small">{`${shown.length - MOST_SHOWN} more not shown`}</p>
      )}
    </div>
  );
}

interface OneProblemProps {
  readonly problem: AxisProblem;
  readonly experiment: CheckedExperiment;
  readonly varying: Varying;
}

function OneProblem({ problem, experiment, varying }: OneProblemProps) {
  const { axes, known } = experiment;
  const [, index] = /^axes\.(\d+)\./.exec(problem.path) ?? [];
  const axis = index === undefined ? undefined : axes[Number(index)];
  const stop = () => varying.setAxes(axes.filter((each) => each !== axis));
  const { original } = varying;
  const old = index === undefined ? undefined : original?.axes[Number(index)];
  const putBack = (grown: Axis, whole: Axis) =>
    varying.setAxes(axes.with(axes.indexOf(grown), withOriginalPoints(grown, whole, known)));
  const canStop = axis !== undefined && varying.original === null && !experiment.isPartial;
  return (
    <div className={styles.problem}>
      <p>
        {axis !== undefined && <b className={styles.bad}>{axisLabel(axis, known)}</b>}{' '}
        {problem.message.replace(/^[\w.]+: /, '')}
      </p>
      {experimentRepairs(problem, experiment, known).map(({ label, fields }) => (
        <Button key={label} size="xs" onClick={() => varying.set(fields)}>
          {label}
        </Button>
      ))}
      {axis !== undefined && old !== undefined && (
        <Button size="xs" onClick={() => putBack(axis, old)}>
          Restore the previous text
        </Button>
      )}
      {canStop && (
        <Button size="xs" onClick={stop}>
          {`Stop varying ${axisLabel(axis, known)}`}
        </Button>
      )}
    </div>
  );
}
