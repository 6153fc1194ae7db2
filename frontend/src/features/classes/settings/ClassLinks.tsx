import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import { useNewWallKey } from '@/api/classes/classes';
import type { Classroom } from '@/api/classes/classTypes';
import { CopyField } from '@/share/CopyField';
import { wallLink } from '@/state/classUrl';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import styles from '../dashboard/dashboard.module.css';

/** For a projector that hangs on another computer: it shows the wall, and can do nothing else. */
export function WallLink({ classroom: { id, has_wall_key } }: { classroom: Classroom }) {
  const make = useNewWallKey(id);
  const key = make.data?.wall_key;
  return (
    <section className={styles.part}>
      <h2>{t`The wall on another computer`}</h2>
      {key !== undefined && (
        <CopyField
          isFirst
          label={t`Link of the wall`}
          text={wallLink(window.location.origin, id, key)}
        />
      )}
      <p className="quiet">
        {key === undefined
          ? t`A link of the wall lets a computer show it and nothing else: no names, no settings, no answers before you show them. `
          : t`Open it on the computer of the projector. It is shown only now. `}
        {has_wall_key && t`A new link replaces the previous one.`}
      </p>
      <p>
        <Button disabled={make.isPending} onClick={() => make.mutate()}>
          {t`New link of the wall`}
        </Button>
      </p>
      {make.error !== null && (
        <Note tone="bad" title={t`Nothing was changed`}>
          {make.error.message}
        </Note>
      )}
    </section>
  );
}

/** The way to the contest of the class, which a teacher opens there. */
export function ContestLink({ classroom: { id } }: { classroom: Classroom }) {
  return (
    <section className={styles.part}>
      <h2>{t`Contest`}</h2>
      <p className="quiet">
        {t`Students enter algorithms that they wrote; the server ranks them in scenarios that it draws at the end.`}
      </p>
      <p>
        <Link to="/classes/$classId/contest" params={{ classId: id }}>
          {t`Contest of this class`}
        </Link>
      </p>
    </section>
  );
}
