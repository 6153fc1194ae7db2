import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { useScenarioSchema } from '@/api/catalog';
import { useStepBoard } from '@/api/classes/classes';
import type { StepBoard } from '@/api/classes/classTypes';
import type { HeatPlace } from '@/charts/heat/HeatMap';
import { ClassMap } from '@/steps/ClassMap';
import type { LabFile, MapStepFile, StepFile } from '@/steps/labFile';
import { countOf } from '@/texts/counts';
import { NotLoaded } from '@/ui/NotLoaded';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

import styles from './dashboard.module.css';

interface MapPanelProps {
  readonly classId: string;
  readonly lab: LabFile;
  readonly shownStep: StepFile;
  readonly heightPx: number;
}

export function mapsOf(lab: LabFile): readonly MapStepFile[] {
  return lab.steps.filter((step): step is MapStepFile => step.kind === 'map');
}

/** The map that the class is making: of the shown step, else the one that is chosen. */
export function MapPanel({ classId, lab, shownStep, heightPx }: MapPanelProps) {
  const maps = mapsOf(lab);
  const [chosenId, choose] = useState(maps[0]?.id ?? '');
  const step =
    maps.find(({ id }) => id === shownStep.id) ?? maps.find(({ id }) => id === chosenId) ?? maps[0];
  if (step === undefined) return <p className="quiet">{t`This lab has no map.`}</p>;
  return (
    <>
      {maps.length > 1 && shownStep.kind !== 'map' && (
        <SegmentedControl
          aria-label={t`Map`}
          value={step.id}
          onChange={choose}
          data={maps.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
      <OneMap key={step.id} {...{ classId, step, heightPx }} />
    </>
  );
}

const NO_CELLS = { cells: [], x_values: [], y_values: [] };

interface OneMapProps extends Pick<MapPanelProps, 'classId' | 'heightPx'> {
  readonly step: MapStepFile;
}

function OneMap({ classId, step, heightPx }: OneMapProps) {
  const { data: board, error, refetch } = useStepBoard(classId, step.id);
  if (board === undefined && error !== null) {
    return <NotLoaded what={t`The map`} error={error} onRetry={() => void refetch()} />;
  }
  if (board === undefined) return <p className="quiet">{t`Loading the map`}</p>;
  return (
    <MapOf step={step} map={board.map} heightPx={heightPx}>
      <h2>{step.title}</h2>
    </MapOf>
  );
}

interface MapOfProps {
  readonly step: MapStepFile;
  readonly map: StepBoard['map'];
  readonly heightPx: number;
  /** Stands above it. */
  readonly children?: React.ReactNode;
}

/** The map of a class: how far it is, and its cells. */
export function MapOf({ step, map: found, heightPx, children }: MapOfProps) {
  const schema = useScenarioSchema();
  const [chosen, choose] = useState<HeatPlace>({ column: 0, row: 0 });
  const map = found ?? NO_CELLS;
  const runs = map.cells.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={styles.map}>
      {children}
      <p className="quiet">
        {runs === 0
          ? t`No cell has been run yet.`
          : t`${countOf(runs, 'run')} in ${map.cells.length} of ${step.x.values.length * step.y.values.length} cells. Each colour is a mean over seeds.`}
      </p>
      <ClassMap
        plan={step}
        map={map}
        schema={schema.data}
        chosen={chosen}
        onChoose={choose}
        heightPx={heightPx}
        hasOwn={false}
      />
    </div>
  );
}
