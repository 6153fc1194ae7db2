import type { Axis } from '@/analysis/experiment/definition';
import { withArms, withoutPoint } from '@/analysis/experiment/edits';
import { isWholeIn, movedField } from '@/analysis/experiment/fields';
import { axisLabel } from '@/analysis/experiment/axisTexts';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';

import styles from './axis.module.css';
import { ExperimentProblems } from '../experiment/ExperimentProblems';
import { ExperimentSize } from '../experiment/ExperimentSize';
import { MoveEditor } from './MoveEditor';
import { PointTable } from './PointTable';
import type { CheckedExperiment } from '../experiment/useCheckedExperiment';
import type { Varying } from './useVarying';

interface AxisEditorProps {
  readonly varying: Varying;
  readonly experiment: CheckedExperiment;
}

const MOST_LETTERS = 80;

/** One axis: its values, what moves along it, its points. Every change is in the text at once. */
export function AxisEditor({ varying, experiment }: AxisEditorProps) {
  const { axes, opened, known, original } = varying;
  const axisIndex = opened?.axisIndex ?? -1;
  const axis = axes[axisIndex];
  const close = () => varying.openAxis(null);
  if (axis === undefined) return null;
  const [move] = axis.moves;
  const title = move === undefined ? '' : movedField(move.path, known).name;
  const stop = () => {
    close();
    varying.setAxes(axes.filter((_, index) => index !== axisIndex));
  };
  return (
    <Dialog
      title={`Vary ${axis.moves.length > 1 ? axisLabel(axis, known) : title}`}
      onClose={close}
    >
      <div className={styles.editor} data-path={`axes.${axisIndex}`}>
        {axis.moves.map(({ path }, moveIndex) => (
          <MoveEditor key={path} varying={varying} place={{ axisIndex, moveIndex }} />
        ))}
        <PointTable
          axis={axis}
          varying={varying}
          onAxis={(next) => varying.setAxes(axes.with(axisIndex, next))}
          onRemove={(point) => removePoint(varying, axis, axisIndex, point)}
        />
        <AxisFacts varying={varying} axis={axis} axisIndex={axisIndex} />
        <footer className={styles.foot}>
          <div>
            <ExperimentProblems experiment={experiment} varying={varying} axisIndex={axisIndex} />
            <ExperimentSize experiment={experiment} />
          </div>
          <span className="row">
            {original === null && <Button onClick={stop}>Stop varying</Button>}
            <Button variant="filled" onClick={close}>
              Done
            </Button>
          </span>
        </footer>
      </div>
    </Dialog>
  );
}

/** The baseline stays the same point, unless that is the one that goes. */
function removePoint(varying: Varying, axis: Axis, axisIndex: number, point: number) {
  const { axes, baselineIndex, known } = varying;
  const next = axes.with(axisIndex, withoutPoint(axis, point, isWholeIn(known)));
  const isBefore = axis.role === 'arm' && point < baselineIndex;
  varying.setAxes(next, isBefore ? baselineIndex - 1 : baselineIndex);
}

interface AxisFactsProps {
  readonly varying: Varying;
  readonly axis: Axis;
  readonly axisIndex: number;
}

function AxisFacts({ varying, axis, axisIndex }: AxisFactsProps) {
  const { axes, known } = varying;
  const isArm = axis.role === 'arm';
  return (
    <section>
      <label className={styles.labelled}>
        <span className="quiet">Name of the axis</span>
        <input
          className={styles.text}
          maxLength={MOST_LETTERS}
          placeholder={axisLabel({ ...axis, label: '' }, known)}
          value={axis.label}
          onChange={(event) => varying.set({ [`axes.${axisIndex}.label`]: event.target.value })}
        />
      </label>
      <label className={styles.check} hidden={varying.original !== null}>
        <input
          type="checkbox"
          checked={isArm}
          onChange={() => varying.setAxes(withArms(axes, axisIndex, !isArm))}
        />
        <span>
          Compare its points with one of them, seed by seed
          <small className="faint small">
            Paired by seed: all arms draw the same random numbers.
          </small>
        </span>
      </label>
    </section>
  );
}
