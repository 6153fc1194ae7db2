import { useMemo } from 'react';

import { cellIndexOf, pointsOf } from '@/analysis/experiment/cells';
import { axisInLine, placeText } from '@/analysis/experiment/experimentTexts';
import { armAxisOf, panelsOf, sizesOf } from '@/analysis/experiment/layout';
import { HeatLegend } from '@/charts/heat/HeatLegend';
import { Picturable } from '@/pictures/Picturable';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';
import { Term } from '@/ui/Term';

import { AGREES_MEANS } from './agreement';
import { armsOf, groupLabels, type Arm } from '../arms';
import { captionOf } from '../caption';
import { CellTable } from './CellTable';
import styles from '../experiment.module.css';
import { LinePanel } from './LinePanel';
import { linePicture, linesAlong, seedWords } from './lines';
import { panelModel, pictureOf, scaleSides, statesOf } from './mapModel';
import { MapPanel } from './MapPanel';
import { Multiples } from './Multiples';
import type { Shown } from '../useExperimentView';
import type { Numbers } from '../useNumbers';
import { controlText, towardsText, type Verdicts } from './verdicts';
import type { ViewProps } from './ExperimentView';

const ROW_PX = 44;
const SMALL_ROW_PX = 32;
const FRAME_PX = 60;
const MOST_PX = 520;
const MOST_SMALL_PX = 300;
const LEAST_SMALL_PX = 300;
/** From so many maps on they are small. */
const FEW = 2;
const MOST_MAPS = 24;

interface MapViewProps extends ViewProps {
  readonly isDifference: boolean;
}

/** A map for each arm, and of small multiples; below them a line through the chosen cell. */
export function MapView({ shown, numbers, isDifference }: MapViewProps) {
  const { axes, layout, metric, experiment } = shown;
  const arms = useMemo(() => armsOf(experiment), [experiment]);
  const heldCell = useHeldCell(shown);
  const picture = useMemo(
    () => pictureOf(metric, numbers, isDifference),
    [metric, numbers, isDifference],
  );
  const baseline = arms.findIndex(({ isBaseline }) => isBaseline);
  const all = useMemo(() => {
    const panels = panelsOf(axes, layout, heldCell);
    return isDifference ? panels.filter(({ arm }) => arm !== baseline) : panels;
  }, [axes, layout, heldCell, isDifference, baseline]);
  const maps = useMemo(
    () =>
      all.slice(0, MOST_MAPS).map((panel) => ({
        panel,
        model: panelModel(panel, { axes, layout, metric, numbers, picture, isDifference }),
      })),
    [all, axes, layout, metric, numbers, picture, isDifference],
  );
  const rows = maps[0]?.model.rows ?? 1;
  const isFew = maps.length <= FEW;
  const heightPx = isFew
    ? Math.min(MOST_PX, FRAME_PX + rows * ROW_PX)
    : Math.min(MOST_SMALL_PX, FRAME_PX + rows * SMALL_ROW_PX);
  const hasOpen = isDifference || metric.fair !== null;
  const judged = numbers.differences?.verdicts;
  const panels = maps.map(({ panel, model }) => (
    <MapPanel
      key={panel.key}
      {...{ shown, numbers, panel, model, picture, arms, isDifference, heightPx }}
    />
  ));
  return (
    <>
      {isDifference && judged !== undefined && <VerdictLine verdicts={judged} arms={arms} />}
      <Picturable title={metric.label} caption={captionOf(experiment)}>
        {isFew ? (
          <div className={styles.maps}>{panels}</div>
        ) : (
          <Multiples
            leastPx={LEAST_SMALL_PX}
            together={isDifference ? arms.length - 1 : arms.length}
          >
            {panels}
          </Multiples>
        )}
        <HeatLegend
          scale={picture.scale}
          values={picture.values}
          sides={scaleSides(metric, groupLabels(experiment), arms, isDifference, picture.verdicts)}
          format={picture.writeTick}
          middle={picture.verdicts !== null ? 'no change' : isDifference ? 'equal' : 'fair'}
          open={hasOpen ? (isDifference ? 'inconclusive' : '95% interval includes fair') : null}
          states={statesOf(maps.map(({ model }) => model))}
        />
        {!isDifference && numbers.map?.seeds_hardly_differ.includes(true) === true && (
          <p className="quiet small">{AGREES_MEANS}</p>
        )}
      </Picturable>
      {shown.address.table === true && (
        <CellTable shown={shown} numbers={numbers} isDifference={isDifference} />
      )}
      <LineThrough shown={shown} numbers={numbers} />
    </>
  );
}

/** Only the held axes' points of the chosen cell matter for the maps: all others are at 0. */
function useHeldCell({ axes, layout, cell }: Shown): number {
  const sizes = sizesOf(axes);
  const points = pointsOf(cell, sizes).map((point, axis) =>
    layout.held.includes(axis) ? point : 0,
  );
  return cellIndexOf(points, sizes);
}

const HEIGHT_PX = 246;

/** The line through the chosen cell along one of the two axes of the maps. */
function LineThrough({ shown, numbers }: { shown: Shown; numbers: Numbers }) {
  const { axes, layout, cell, metric, experiment, address, change } = shown;
  const arms = useMemo(() => armsOf(experiment), [experiment]);
  const { x, y } = layout;
  const along = address.along === 'y' && y !== null ? y : x;
  const lines = useMemo(
    () => (along === null ? [] : linesAlong(cell, along, experiment, arms, numbers)),
    [cell, along, experiment, arms, numbers],
  );
  if (along === null) return null;
  const arm = armAxisOf(axes);
  const others = axes.flatMap((_, axis) => (axis === along || axis === arm ? [] : [axis]));
  const place = placeText(axes, pointsOf(cell, sizesOf(axes)), others);
  const label = (axis: number) => `Across ${axisInLine(axes[axis]?.label ?? '')}`;
  return (
    <section className={styles.low}>
      <div className={styles.lowHead}>
        <h2>{place === '' ? metric.label : `At ${axisInLine(place)}`}</h2>
        {x !== null && y !== null && (
          <SegmentedControl
            aria-label="Across"
            value={along === y ? 'y' : 'x'}
            onChange={(value) => change({ along: value === 'y' ? 'y' : undefined })}
            data={[
              { value: 'x', label: label(x) },
              { value: 'y', label: label(y) },
            ]}
          />
        )}
        <span className="quiet small">{`line: mean of ${seedWords(experiment)}, band: 95% interval`}</span>
      </div>
      <LinePanel
        shown={shown}
        lines={lines}
        along={along}
        base={cell}
        picture={linePicture(lines, metric, experiment, HEIGHT_PX)}
        heightPx={HEIGHT_PX}
        title={metric.label}
      />
    </section>
  );
}

interface VerdictLineProps {
  readonly verdicts: Verdicts;
  readonly arms: readonly Arm[];
}

/** A summary of the map: a line for each arm, counted over the coloured cells. */
function VerdictLine({ verdicts, arms }: VerdictLineProps) {
  const baseline = arms.find(({ isBaseline }) => isBaseline)?.name ?? '';
  return (
    <div className={styles.verdicts} role="status">
      {verdicts.arms.map(({ arm_index, sentence }) => (
        <p key={arm_index}>
          <b>{`${arms[arm_index]?.name ?? ''} against ${baseline}: `}</b>
          {sentence}
        </p>
      ))}
      <p className="quiet small">
        {towardsText(verdicts)}{' '}
        <Term name="How significance is decided" definition={controlText(verdicts)} />
      </p>
    </div>
  );
}
