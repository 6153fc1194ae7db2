import { t } from '@lingui/core/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { dayText } from '@/analysis/numbers/times';
import { useNewRecoveryCode } from '@/api/classes/attemptClass';
import type { AttemptClass } from '@/api/classes/classTypes';
import { useDeleteAttempt } from '@/api/classes/labs';
import { CopyField } from '@/share/CopyField';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { Popover } from '@/ui/overlay/Popover';

import styles from './classBar.module.css';
import { DeleteButton } from '../DeleteButton';
import { YourNames } from './YourNames';

interface StudentMenuProps {
  readonly attemptId: string;
  readonly classroom: AttemptClass;
}

/** The alias, and below it everything that is stored about a student and can be changed. */
export function StudentMenu({ attemptId, classroom }: StudentMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const { alias, number, deletes_at, is_closed } = classroom;
  return (
    <Popover
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      align="start"
      className={styles.place}
      target={
        <Button
          size="xs"
          aria-expanded={isOpen}
          aria-label={t`${alias}, number ${number}: your place in the class`}
          onClick={() => setOpen(!isOpen)}
          rightSection={<span aria-hidden="true">▾</span>}
        >
          {`${alias} (${number})`}
        </Button>
      }
    >
      {!is_closed && <YourNames attemptId={attemptId} classroom={classroom} />}
      <NewCode attemptId={attemptId} />
      <p>
        {t`Everything about you in this class is deleted on ${dayText(deletes_at)}. `}
        <Link to="/privacy">{t`What is stored`}</Link>
      </p>
      <Forget attemptId={attemptId} hasIdentifier={classroom.has_identifiers} />
    </Popover>
  );
}

/** The service keeps no code that it could show again: one is made, and the old one is void. */
function NewCode({ attemptId }: { attemptId: string }) {
  const make = useNewRecoveryCode(attemptId);
  if (make.data !== undefined) {
    return (
      <div className={styles.part}>
        <CopyField label={t`Recovery code`} text={make.data.recovery_code} isFirst />
        <p>{t`Write it down. It is shown only now, and your previous code no longer works.`}</p>
      </div>
    );
  }
  return (
    <div className={styles.part}>
      <Button disabled={make.isPending} onClick={() => make.mutate()}>
        {t`Make a new recovery code`}
      </Button>
      <p>{t`With it you can continue on another device: Join, then “I have a recovery code”.`}</p>
      <p className={styles.refused} role="status">
        {make.error?.message}
      </p>
    </div>
  );
}

interface ForgetProps {
  readonly attemptId: string;
  readonly hasIdentifier: boolean;
}

function Forget({ attemptId, hasIdentifier }: ForgetProps) {
  const back = hasIdentifier
    ? t`You can join again only if your teacher lets you.`
    : t`If you join again in this browser, your teacher sees that you had left.`;
  const remove = useDeleteAttempt();
  const navigate = useNavigate();
  return (
    <div className={styles.part}>
      <DeleteButton
        name={t`everything about me in this class`}
        question={t`Delete your answers, points and alias for good?`}
        why={t`You leave the class, and this cannot be undone. Your runs are kept without an owner. ${back}`}
        isBusy={remove.isPending}
        onDelete={() =>
          remove.mutate(attemptId, { onSuccess: () => void navigate({ to: '/labs' }) })
        }
      >
        {null}
      </DeleteButton>
      {remove.error !== null && (
        <Note tone="bad" title={t`Nothing was deleted`}>
          {remove.error.message}
        </Note>
      )}
    </div>
  );
}
