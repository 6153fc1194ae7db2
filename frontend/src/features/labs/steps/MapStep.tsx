import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';

import { classOf, useMap, useRefreshMap } from '@/api/classes/attemptClass';
import { useScenarioSchema } from '@/api/catalog';
import { useRunStep, type Attempt } from '@/api/classes/labs';
import type { HeatPlace } from '@/charts/heat/HeatMap';
import type { HeatAxis } from '@/charts/heat/heatModel';
import { ReadingNote } from '@/readings/ReadingNote';
import { ClassMap } from '@/steps/ClassMap';
import { runsOf, type MapStepFile, type StepFile } from '@/steps/labFile';
import { mapAxis } from '@/steps/mapModel';
import { Button } from '@/ui/Button';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';

import { useWorkBlocked } from '../attempt/workBlocked';
import styles from './run.module.css';
import { Withheld } from './Withheld';

const HEIGHT_PX = 380;

interface MapStepProps {
  readonly attempt: Attempt;
  readonly step: MapStepFile;
  readonly waitsFor: StepFile | null;
}

/** A plane of settings, withheld until what its cells can show is predicted. */
export function MapStep({ attempt, step, waitsFor }: MapStepProps) {
  if (waitsFor !== null) return <Withheld prediction={waitsFor} action={t`Run this cell`} />;
  return <OpenMap attempt={attempt} step={step} />;
}

/** Choose a cell, run it, and see what the whole class has found. */
function OpenMap({ attempt, step }: Omit<MapStepProps, 'waitsFor'>) {
  const runs = runsOf(attempt, step.id);
  const [chosen, choose] = useState<HeatPlace>({ column: 0, row: 0 });
  const map = useMap(attempt.id, step.id);
  const schema = useScenarioSchema();
  useRefreshMap(attempt.id, step.id, runs.filter(({ status }) => status === 'done').length);
  return (
    <div className={styles.run}>
      <CellForm attempt={attempt} step={step} schema={schema.data} {...{ chosen, choose }} />
      <p role="status">{runWords(runs.map(({ status }) => status))}</p>
      {map.error !== null && (
        <NotLoaded what={t`The map`} error={map.error} onRetry={() => void map.refetch()} />
      )}
      {map.isPending && <p className="quiet">{t`Loading the map`}</p>}
      {map.data !== undefined && (
        <section aria-label={t`Map`}>
          <h3>{classOf(attempt) === null ? t`Your map` : t`The map of your class`}</h3>
          <ClassMap
            plan={step}
            map={map.data}
            schema={schema.data}
            chosen={chosen}
            onChoose={choose}
            heightPx={HEIGHT_PX}
            hasOwn
          />
          <ReadingNote within={step} />
        </section>
      )}
    </div>
  );
}

/** How far one's own runs are. */
function runWords(states: readonly string[]): string {
  const waiting = states.filter((state) => state === 'queued' || state === 'running').length;
  const done = states.filter((state) => state === 'done').length;
  const failed = states.length - waiting - done;
  const parts = [
    done === 0
      ? ''
      : plural(done, { one: '# of your runs is done.', other: '# of your runs are done.' }),
    waiting === 0
      ? ''
      : plural(waiting, {
          one: '# of your runs is pending.',
          other: '# of your runs are pending.',
        }),
    failed === 0
      ? ''
      : plural(failed, {
          one: '# of your runs has no result.',
          other: '# of your runs have no result.',
        }),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

interface CellFormProps {
  readonly attempt: Attempt;
  readonly step: MapStepFile;
  readonly schema: unknown;
  readonly chosen: HeatPlace;
  readonly choose: (place: HeatPlace) => void;
}

/** The cell as two choices, for phones and keyboards; the map chooses it too. */
function CellForm({ attempt, step, schema, chosen, choose }: CellFormProps) {
  const start = useRunStep(attempt.id, step.id);
  const held = useWorkBlocked();
  const { column, row } = chosen;
  const run = () =>
    start.mutate({
      [step.x.path]: step.x.values[column] ?? null,
      [step.y.path]: step.y.values[row] ?? null,
    });
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <div className={styles.fields}>
          <AxisChoice
            axis={mapAxis(step.x, step, schema)}
            value={column}
            onChange={(next) => choose({ column: next, row })}
          />
          <AxisChoice
            axis={mapAxis(step.y, step, schema)}
            value={row}
            onChange={(next) => choose({ column, row: next })}
          />
        </div>
        <Button type="submit" variant="filled" disabled={start.isPending || held !== null}>
          {start.isPending ? t`Starting` : t`Run this cell`}
        </Button>
      </form>
      <p className="small quiet">
        {held ?? t`Each run takes a new seed, so a cell may be run again.`}
      </p>
      {start.error !== null && (
        <Note tone="bad" title={t`The cell was not run`}>
          {start.error.message}
        </Note>
      )}
    </>
  );
}

interface AxisChoiceProps {
  readonly axis: HeatAxis;
  readonly value: number;
  readonly onChange: (index: number) => void;
}

function AxisChoice({ axis, value, onChange }: AxisChoiceProps) {
  const { title, unit, texts } = axis;
  return (
    <div className={styles.field}>
      <label className="label">
        {unit === '' ? title : `${title}, ${unit}`}
        <br />
        <select value={value} onChange={({ target }) => onChange(Number(target.value))}>
          {texts.map((text, index) => (
            <option key={index} value={index}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
