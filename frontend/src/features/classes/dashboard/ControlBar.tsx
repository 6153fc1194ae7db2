import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { useChangeClass, useNewCode } from '@/api/classes/classes';
import type { ClassChange, Classroom } from '@/api/classes/classTypes';
import { CopyField } from '@/share/CopyField';
import { joinLink } from '@/state/classUrl';
import { usePageKeys } from '@/state/keys';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import { Kbd } from '@/ui/Kbd';
import { Note } from '@/ui/Note';
import { QrCode } from '@/ui/QrCode';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

import joinSheetStyles from '../classes.module.css';
import styles from './dashboard.module.css';
import { LocalAddressNote } from '../settings/LocalAddressNote';
import type { TeacherLab } from './teacherLab';
import { TimerControl } from './TimerControl';

interface ControlBarProps {
  readonly classroom: Classroom;
  readonly lab: TeacherLab;
  readonly at: number;
  /** null: not known yet. */
  readonly studentCount: number | null;
  readonly shownStepId: string;
  readonly onChange: (change: ClassChange) => void;
  /** null: there is no next step. */
  readonly onNext: (() => void) | null;
}

/** A teacher's controls while the class works. */
export function ControlBar(props: ControlBarProps) {
  const { classroom, lab, at, studentCount, onChange, onNext } = props;
  const { name, code, is_paused, is_anonymous, is_locked, paced_step_id, closed_at } = classroom;
  const [isJoining, setJoining] = useState(false);
  const isOver = closed_at !== null;
  const pause = () => onChange({ is_paused: !is_paused });
  const hide = () => onChange({ is_anonymous: !is_anonymous });
  usePageKeys({
    a: hide,
    ...(isOver ? {} : { p: pause }),
    ...(onNext === null ? {} : { ArrowRight: onNext }),
  });
  return (
    <div className={styles.bar}>
      <div className={styles.what}>
        <h1>{name}</h1>
        <p className="quiet">
          {t`${lab.title}, step ${at + 1} of ${lab.steps.length}`}
          {studentCount !== null && `, ${countOf(studentCount, 'student')}`}
        </p>
      </div>
      {!isOver && (
        <>
          <Pace isOwn={paced_step_id === null} stepId={props.shownStepId} onChange={onChange} />
          <Button aria-pressed={is_paused} onClick={pause} rightSection={<Kbd>p</Kbd>}>
            {is_paused ? t`Resume` : t`Pause`}
          </Button>
          <TimerControl
            key={props.shownStepId}
            {...{ classroom, lab }}
            shownStepId={props.shownStepId}
          />
        </>
      )}
      <Button aria-pressed={is_anonymous} onClick={hide} rightSection={<Kbd>a</Kbd>}>
        {is_anonymous ? t`Names hidden` : t`Names shown`}
      </Button>
      <Button
        variant="filled"
        disabled={onNext === null}
        onClick={() => onNext?.()}
        rightSection={<Kbd>→</Kbd>}
      >
        {t`Next step`}
      </Button>
      {isOver ? (
        <p className={styles.join}>{t`The class has ended.`}</p>
      ) : (
        <button
          type="button"
          className={styles.join}
          aria-haspopup="dialog"
          onClick={() => setJoining(true)}
        >
          <span className="small quiet">{is_locked ? t`locked` : t`join with`} </span>
          <b>{code}</b>
          <span className="visually-hidden">{t`, show it large`}</span>
        </button>
      )}
      {isJoining && <JoinSheet classroom={classroom} onClose={() => setJoining(false)} />}
    </div>
  );
}

interface PaceProps {
  readonly isOwn: boolean;
  readonly stepId: string;
  readonly onChange: ControlBarProps['onChange'];
}

/** At their own pace students go on, and the wall stays where it is. */
function Pace({ isOwn, stepId, onChange }: PaceProps) {
  return (
    <SegmentedControl
      aria-label={t`Pace`}
      value={isOwn ? 'own' : 'together'}
      onChange={(pace) =>
        onChange(
          pace === 'own'
            ? { paced_step_id: null, wall_step_id: stepId }
            : { paced_step_id: stepId },
        )
      }
      data={[
        { value: 'together', label: t`All together` },
        { value: 'own', label: t`Own pace` },
      ]}
    />
  );
}

interface JoinSheetProps {
  readonly classroom: Classroom;
  readonly onClose: () => void;
}

/** How students come in: code, QR and link, and who may. */
function JoinSheet({ classroom, onClose }: JoinSheetProps) {
  const { id, code, is_locked } = classroom;
  const change = useChangeClass(id);
  const renew = useNewCode(id);
  const link = joinLink(window.location.origin, code);
  const error = change.error ?? renew.error;
  return (
    <Dialog title={t`Join this class`} onClose={onClose} isWide>
      <div className={joinSheetStyles.joinSheet}>
        <QrCode className={joinSheetStyles.qr} text={link} label={t`QR code of ${link}`} />
        <div className={joinSheetStyles.joinWords}>
          <p className={joinSheetStyles.bigCode}>{code}</p>
          <p className="quiet">{t`Type it at ${window.location.host}/join, or scan the QR code.`}</p>
          <CopyField label={t`Link for students`} text={link} />
          <LocalAddressNote />
          <p role="status">
            {is_locked
              ? t`Locked: new students cannot join.`
              : t`Open: anyone with the code can join.`}
          </p>
          <p className={joinSheetStyles.buttons}>
            <Button
              aria-pressed={is_locked}
              disabled={change.isPending}
              onClick={() => change.mutate({ is_locked: !is_locked })}
            >
              {is_locked ? t`Unlock` : t`Lock`}
            </Button>
            <Button disabled={renew.isPending} onClick={() => renew.mutate()}>
              {t`New code`}
            </Button>
          </p>
          <p className="small quiet">
            {t`A new code replaces the old one. Students who have joined stay in.`}
          </p>
          {error !== null && (
            <Note tone="bad" title={t`Nothing was changed`}>
              {error.message}
            </Note>
          )}
        </div>
      </div>
    </Dialog>
  );
}
