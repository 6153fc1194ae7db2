import { t } from '@lingui/core/macro';
import { useMemo } from 'react';

import { listAt, stepsOf, textAt } from '@/analysis/labs/draft';
import { kindTitle } from '@/analysis/labs/newStep';
import { choicesOf, openName, scenarioLine } from '@/analysis/labs/scenario';
import { movedField } from '@/analysis/experiment/fields';
import { toShortest } from '@/analysis/numbers/units';
import { showTyped } from '@/analysis/numbers/typing';
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import { useAlgorithmTitle } from '@/api/catalog';
import type { Metric } from '@/generated/metrics';
import { flowSeriesMetrics } from '@/generated/seriesMetrics';
import { StepText } from '@/steps/StepText';
import { countOf } from '@/texts/counts';

import { useEditing } from '../editing';
import { useKnown } from './OpenFields';
import { seriesUnit } from './seriesUnit';
import styles from '../side.module.css';

interface StepPreviewProps {
  readonly index: number;
  readonly heading?: 'h2' | 'h3';
}

/** A step as students read it. Nothing can be answered here, and nothing is withheld. */
export function StepPreview({ index, heading: Heading = 'h3' }: StepPreviewProps) {
  const { draft } = useEditing();
  const steps = stepsOf(draft);
  const step = steps[index];
  const minutes = getAt(step, 'minutes');
  const points = getAt(step, 'points');
  return (
    <div className={styles.paper}>
      <p className="small quiet">
        {t`Step ${index + 1} of ${steps.length}`}
        {typeof minutes === 'number' && minutes > 0 && t`, about ${minutes} min`}
        {typeof points === 'number' && points > 0 && t`, ${countOf(points, 'point')}`}
      </p>
      <Heading>{textAt(step, 'title') || t`Without a title`}</Heading>
      <StepText text={textAt(step, 'text')} hasTerms />
      <Task path={`steps.${index}`} step={step} />
    </div>
  );
}

function Task({ path, step }: { path: string; step: unknown }) {
  switch (textAt(step, 'kind')) {
    case 'text':
      return null;
    case 'prediction':
      return <Asked asked={getAt(step, 'prediction')} store={t`Store the prediction`} />;
    case 'question':
      return <Asked asked={getAt(step, 'question')} store={t`Store the answer`} />;
    case 'run':
    case 'goal':
      return <RunTask path={path} />;
    case 'game':
      return <GameTask path={path} />;
    case 'map':
      return <MapTask step={step} />;
    default:
      return <p className="quiet">{t`A step of the kind “${kindTitle(step)}”.`}</p>;
  }
}

/** The answer's form, out of use. */
function Asked({ asked, store }: { asked: unknown; store: string }) {
  return (
    <div className={styles.task}>
      <AnswerForm asked={asked} />
      <span className={styles.fakeButton}>{store}</span>
    </div>
  );
}

function AnswerForm({ asked }: { asked: unknown }) {
  const unit = textAt(asked, 'unit');
  switch (textAt(asked, 'kind')) {
    case 'pick':
      return <Options marks="○" texts={textsOf(listAt(asked, 'options'))} />;
    case 'choice':
      return <Options marks="□" texts={listAt(asked, 'options').map(String)} />;
    case 'order':
      return <Options marks="↕" texts={textsOf(listAt(asked, 'items'))} />;
    case 'curve':
      return <CurveAxes asked={asked} />;
    case 'text':
      return <span className={styles.fakeArea} />;
    default:
      return (
        <span className={styles.fakeNumber}>
          <i /> {unit}
        </span>
      );
  }
}

const textsOf = (options: readonly unknown[]) => options.map((option) => textAt(option, 'text'));

function Options({ marks, texts }: { marks: string; texts: readonly string[] }) {
  return (
    <ul className={styles.options}>
      {texts.map((text, index) => (
        <li key={index}>
          <span aria-hidden="true">{marks}</span> {text || '…'}
        </li>
      ))}
    </ul>
  );
}

/** Empty axes to draw on. */
function CurveAxes({ asked }: { asked: unknown }) {
  const metrics: Readonly<Record<string, Metric>> = flowSeriesMetrics;
  const series = textAt(asked, 'series');
  const { unit, factor } = seriesUnit(series);
  const top = getAt(asked, 'top');
  return (
    <figure className={styles.axes}>
      <figcaption className="small">
        {t`${metrics[series]?.title ?? series} of ${textAt(asked, 'flow') || '…'}, 0 to ${showTyped(top, factor)} ${unit}`}
      </figcaption>
      <span />
    </figure>
  );
}

function RunTask({ path }: { path: string }) {
  const { draft } = useEditing();
  const known = useKnown(path);
  const titleOf = useAlgorithmTitle();
  const open = listAt(draft, `${path}.fields`);
  const lines = useMemo(
    () => open.map((field) => openLine(field, known, titleOf)),
    [open, known, titleOf],
  );
  return (
    <div className={styles.task}>
      <p className="small quiet">{scenarioLine(known.scenario, titleOf)}</p>
      {lines.length > 0 && (
        <ul className={styles.options}>
          {lines.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ul>
      )}
      <span className={styles.fakeButton}>{t`Run`}</span>
    </div>
  );
}

/** `Buffer: 7 to 100 packets` */
function openLine(
  field: unknown,
  known: ReturnType<typeof useKnown>,
  titleOf: (name: string) => string,
): string {
  const moved = movedField(textAt(field, 'path'), known);
  const shown = (value: unknown) =>
    typeof value === 'string' ? titleOf(value) : showTyped(value, moved.factor);
  const unit = moved.unit === '' || choicesOf(moved, known).length > 0 ? '' : ` ${moved.unit}`;
  const choices = getAt(field, 'choices');
  if (Array.isArray(choices)) {
    return `${openName(moved)}: ${choices.map(shown).join(', ')}${unit}`;
  }
  const [low, high] = [getAt(field, 'minimum'), getAt(field, 'maximum')];
  const ends =
    typeof low === 'number' && typeof high === 'number'
      ? t`${shown(low)} to ${shown(high)}`
      : typeof low === 'number'
        ? t`from ${shown(low)}`
        : typeof high === 'number'
          ? t`up to ${shown(high)}`
          : t`any value,`;
  return `${openName(moved)}: ${ends}${unit}`;
}

function GameTask({ path }: { path: string }) {
  const { draft } = useEditing();
  const titleOf = useAlgorithmTitle();
  const rounds = getAt(draft, `${path}.rounds`);
  const names = listAt(draft, `${path}.candidates`).map((name) => titleOf(String(name)));
  return (
    <div className={styles.task}>
      <p className="quiet">{t`${countOf(Number(rounds), 'round')}. Which algorithm is hidden?`}</p>
      <Options marks="○" texts={names} />
    </div>
  );
}

function MapTask({ step }: { step: unknown }) {
  const [x, y] = ['x', 'y'].map((side) => listAt(step, `${side}.values`).length);
  return (
    <p className="quiet">
      {t`The class fills a map of ${toShortest(x ?? 0)} × ${toShortest(y ?? 0)} cells: ${textAt(step, 'label')} over ${textAt(step, 'x.label')} and ${textAt(step, 'y.label')}.`}
    </p>
  );
}
