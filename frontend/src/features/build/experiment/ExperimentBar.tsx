import type { Axis } from '@/analysis/experiment/definition';
import { confounders } from '@/analysis/experiment/followers';
import { axisLabel, pointsInWords, pointTexts } from '@/analysis/experiment/axisTexts';
import type { ExperimentChecked } from '@/api/experiments/experiments';
import { Button } from '@/ui/Button';

import styles from './bar.module.css';
import { ExperimentProblems } from './ExperimentProblems';
import { ExperimentSize } from './ExperimentSize';
import { SeedCount } from '../fields/SeedsField';
import { PrecisionField } from './PrecisionField';
import type { CheckedExperiment } from './useCheckedExperiment';
import type { Varying } from '../vary/useVarying';

interface ExperimentBarProps {
  readonly experiment: CheckedExperiment;
  readonly varying: Varying;
}

/** The axes and the size of the experiment, always in view while there are any. */
export function ExperimentBar({ experiment, varying }: ExperimentBarProps) {
  const { axes, problems, isPartial } = experiment;
  const isBad = (path: string) => problems.some((problem) => problem.path.startsWith(path));
  return (
    <section className={styles.bar} aria-label="Experiment">
      <div className={styles.axes}>
        <h2>{varying.original === null ? 'Experiment' : 'More of the experiment'}</h2>
        {axes.map((axis, axisIndex) => (
          <Chip
            key={axisIndex}
            axis={axis}
            axisIndex={axisIndex}
            varying={varying}
            isBad={isBad(`axes.${axisIndex}`)}
          />
        ))}
        <span className={styles.seeds} data-path="replications.count">
          <SeedCount
            className={styles.number}
            label="Seeds of each cell"
            count={varying.seedCount}
            onCount={varying.setSeedCount}
          />
          <span>{seedWord(varying)}</span>
        </span>
        <PrecisionField varying={varying} />
      </div>
      {isPartial && (
        <p className="small">Some of the axes cannot be shown here: edit them as JSON.</p>
      )}
      <ExperimentProblems experiment={experiment} varying={varying} />
      <FollowerNotes answer={experiment.answer} varying={varying} />
      <div className={styles.sum}>
        <ExperimentSize experiment={experiment} />
        {varying.original === null && <Button onClick={varying.stop}>Stop varying</Button>}
      </div>
    </section>
  );
}

function seedWord({ seedCount, precision }: Varying): string {
  const word = seedCount === 1 ? 'seed' : 'seeds';
  return precision === null ? word : `${word} each at first,`;
}

interface ChipProps {
  readonly axis: Axis;
  readonly axisIndex: number;
  readonly varying: Varying;
  readonly isBad: boolean;
}

function Chip({ axis, axisIndex, varying, isBad }: ChipProps) {
  const { known, baselineIndex } = varying;
  const label = axisLabel(axis, known);
  const texts = pointTexts(axis, known).map((text, point) => axis.names?.[point] ?? text);
  const baseline = axis.role === 'arm' ? texts[baselineIndex] : undefined;
  return (
    <button
      type="button"
      className={styles.chip}
      data-path={`axes.${axisIndex}`}
      aria-haspopup="dialog"
      aria-invalid={isBad || undefined}
      disabled={axis.moves.length === 0}
      onClick={() => varying.openAxis({ axisIndex, moveIndex: 0 })}
    >
      <b>{label}</b> {pointsInWords(texts)}
      {baseline !== undefined && <small>{`against ${baseline}`}</small>}
    </button>
  );
}

interface FollowerNotesProps {
  readonly answer: ExperimentChecked | undefined;
  readonly varying: Varying;
}

/** Fields that change along with an axis without being varied, and a button that fixes them. */
function FollowerNotes({ answer, varying }: FollowerNotesProps) {
  const found = confounders(answer?.axes ?? []);
  if (found.length === 0) return null;
  return (
    <ul className={styles.followers}>
      {found.map(({ sentence, repairs }) => (
        <li key={sentence}>
          <span>{sentence}</span>
          {varying.original === null &&
            repairs.map(({ title, fields }) => (
              <Button key={title} size="xs" onClick={() => varying.set(inBase(fields))}>
                {title}
              </Button>
            ))}
        </li>
      ))}
    </ul>
  );
}

function inBase(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([path, value]) => [`base.${path}`, value]));
}
