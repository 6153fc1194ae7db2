import { t } from '@lingui/core/macro';

import type { Classroom } from '@/api/classTypes';
import { useChangeClass, useNewCode } from '@/api/classes';
import { CopyField } from '@/share/CopyField';
import { joinLink } from '@/state/classUrl';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Note } from '@/ui/Note';
import { QrCode } from '@/ui/QrCode';

import styles from './classes.module.css';
import { OnlyHere } from './OnlyHere';

interface JoinSheetProps {
  readonly classroom: Classroom;
  readonly onClose: () => void;
}

/** How students come in: code, QR and link, and who may. */
export function JoinSheet({ classroom, onClose }: JoinSheetProps) {
  const { id, code, is_locked } = classroom;
  const change = useChangeClass(id);
  const renew = useNewCode(id);
  const link = joinLink(window.location.origin, code);
  const error = change.error ?? renew.error;
  return (
    <Dialog title={t`Join this class`} onClose={onClose} isWide>
      <div className={styles.joinSheet}>
        <QrCode className={styles.qr} text={link} label={t`QR code of ${link}`} />
        <div className={styles.joinWords}>
          <p className={styles.bigCode}>{code}</p>
          <p className="quiet">{t`Type it at ${window.location.host}/join, or point a camera at the square.`}</p>
          <CopyField label={t`Link for students`} text={link} />
          <OnlyHere />
          <p role="status">
            {is_locked
              ? t`Locked: new students cannot join.`
              : t`Open: whoever has the code can join.`}
          </p>
          <p className={styles.buttons}>
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
            {t`A new code makes the old one void. Students who have joined stay in.`}
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
