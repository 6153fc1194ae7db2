import { t } from '@lingui/core/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { useBoard, useChangeClass, useClassChanges } from '@/api/classes/classes';
import type { ClassChange, Classroom } from '@/api/classes/classTypes';
import { CLASS_PANELS } from '@/state/classUrl';
import { teacherKeyOf } from '@/state/newTeacherKey';
import type { StepFile } from '@/steps/labFile';
import { Button } from '@/ui/Button';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';
import { usePageTitle } from '@/ui/usePageTitle';

import { ClassPanel } from '../settings/ClassPanel';
import { ControlBar } from './ControlBar';
import styles from './dashboard.module.css';
import { GuidePanel } from './GuidePanel';
import { MapPanel, mapsOf } from './MapPanel';
import { SnapshotPanel } from './SnapshotPanel';
import { StepPane } from './StepPane';
import { StudentDialog } from './StudentDialog';
import { StudentGrid } from './StudentGrid';
import { labOfClass, stepOfClass, type TeacherLab } from './teacherLab';
import { WhereStrip } from './WhereStrip';

/** A class while it works: the step with what the class makes of it, and where everyone is. */
export function Dashboard({ classroom }: { classroom: Classroom }) {
  const { id, paced_step_id } = classroom;
  usePageTitle(classroom.name);
  useClassChanges(id);
  const lab = labOfClass(classroom);
  const { step: asked } = useSearch({ from: '/classes/$classId' });
  const navigate = useNavigate({ from: '/classes/$classId' });
  const board = useBoard(id);
  const change = useChangeClass(id);
  const onChange = (body: ClassChange) => change.mutate(body);
  const [openId, setOpenId] = useState<string | null>(null);
  const at = placeOf(lab, asked ?? stepOfClass(classroom));
  const step = lab.steps[at];
  const next = lab.steps[at + 1];
  const isTogether = paced_step_id !== null && classroom.closed_at === null;
  useLookedAt(step?.id, (wall_step_id) => isTogether || onChange({ wall_step_id }));
  if (step === undefined) return null;
  const student = board.data?.students.find((each) => each.id === openId);
  const goTo = (stepId: string) => {
    void navigate({ search: (before) => ({ ...before, step: stepId }), replace: true });
    if (isTogether) onChange({ paced_step_id: stepId });
  };
  return (
    <main className={styles.page}>
      <ControlBar
        classroom={classroom}
        lab={lab}
        at={at}
        studentCount={board.data?.students.length ?? null}
        shownStepId={step.id}
        onChange={onChange}
        onNext={next === undefined ? null : () => goTo(next.id)}
      />
      <Trouble error={change.error} />
      <div className={styles.main}>
        {board.data !== undefined && (
          <WhereStrip board={board.data} shownStepId={step.id} onOpen={setOpenId} />
        )}
        <StepPane key={step.id} {...{ classroom, lab, step, onChange }} board={board.data} />
        {board.data === undefined && board.error !== null && (
          <NotLoaded
            what={t`The students`}
            error={board.error}
            onRetry={() => void board.refetch()}
          />
        )}
        {board.data !== undefined && (
          <StudentGrid board={board.data} shownStepId={step.id} onOpen={setOpenId} />
        )}
      </div>
      <Side classroom={classroom} lab={lab} step={step} />
      {student !== undefined && (
        <StudentDialog
          key={student.id}
          classroom={classroom}
          lab={lab}
          student={student}
          onClose={() => setOpenId(null)}
        />
      )}
    </main>
  );
}

/** Reports the step that a teacher goes to; merely opening the page moves no wall. */
function useLookedAt(stepId: string | undefined, onStep: (stepId: string) => unknown) {
  const before = useRef(stepId);
  useEffect(() => {
    if (stepId === undefined || before.current === stepId) return;
    before.current = stepId;
    onStep(stepId);
  });
}

function Trouble({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <div className={styles.trouble}>
      <Note tone="bad" title={t`Nothing was changed`}>
        {error.message}
      </Note>
    </div>
  );
}

/** The place of a step; the first one where there is none of this id. */
function placeOf(lab: TeacherLab, id: string | null): number {
  return Math.max(
    0,
    lab.steps.findIndex((step) => step.id === id),
  );
}

type Panel = (typeof CLASS_PANELS)[number];

const PANEL_NAMES = {
  map: t`Map`,
  guide: t`Guide`,
  snapshots: t`Snapshots`,
  class: t`Class`,
} as const;

interface SideProps {
  readonly classroom: Classroom;
  readonly lab: TeacherLab;
  readonly step: StepFile;
}

/** The panel next to the step: the map at first, or the key of a class that was just opened. */
function Side({ classroom, lab, step }: SideProps) {
  const { id } = classroom;
  const { show: asked } = useSearch({ from: '/classes/$classId' });
  const navigate = useNavigate({ from: '/classes/$classId' });
  const hasMap = mapsOf(lab).length > 0;
  const [first] = useState<Panel>(() =>
    teacherKeyOf(id) !== undefined ? 'class' : hasMap ? 'map' : 'guide',
  );
  const shown = asked ?? first;
  return (
    <aside className={styles.side} aria-label={t`Map, guide, snapshots and class`}>
      <div className={styles.tabs}>
        <SegmentedControl
          aria-label={t`Beside the step`}
          value={shown}
          onChange={(show) =>
            void navigate({ search: (before) => ({ ...before, show }), replace: true })
          }
          data={CLASS_PANELS.map((value) => ({
            value,
            label: PANEL_NAMES[value],
            disabled: value === 'map' && !hasMap,
          }))}
        />
        <Button
          size="xs"
          renderRoot={(props) => (
            <Link to="/classes/$classId/wall" params={{ classId: id }} target="_blank" {...props} />
          )}
        >
          {t`Open the wall`}
        </Button>
      </div>
      {shown === 'map' && <MapPanel classId={id} lab={lab} shownStep={step} heightPx={MAP_PX} />}
      {shown === 'guide' && <GuidePanel classId={id} lab={lab} shownStep={step} />}
      {shown === 'snapshots' && <SnapshotPanel classId={id} lab={lab} shownStep={step} />}
      {shown === 'class' && <ClassPanel classroom={classroom} />}
    </aside>
  );
}

const MAP_PX = 420;
