import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';

import { publishLabDocument, type LabDocument } from '@/api/classes/labDocuments';
import { CopyField } from '@/share/CopyField';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import { Note } from '@/ui/Note';
import { When } from '@/ui/When';

import styles from './dialog.module.css';
import { GoalTrials, useGoalTrials } from './GoalTrials';
import { Problems } from './Side';
import type { EditedLab } from './useDraft';

interface PublishDialogProps {
  readonly lab: EditedLab;
  readonly onProblem: (path: string) => void;
  readonly onClose: () => void;
}

/** Makes the draft the version that the link opens, and gives the link. */
export function PublishDialog({ lab, onProblem, onClose }: PublishDialogProps) {
  const { saving, draft } = lab;
  const { document } = saving;
  const { problems, versions } = document;
  const [newest] = versions;
  const { publish, isBusy, error } = usePublishing(lab);
  const next = (newest?.number ?? 0) + 1;
  // The trial runs use the stored draft, which is what is published.
  const trials = useGoalTrials(document, problems.length === 0 && saving.status === 'saved');
  // The draft was last written before the newest version was made of it.
  const isPublished =
    saving.status === 'saved' &&
    newest !== undefined &&
    Date.parse(newest.published_at) >= Date.parse(document.updated_at);
  return (
    <Dialog title={t`Publish`} onClose={onClose}>
      <div className={styles.dialog}>
        {problems.length > 0 ? (
          <>
            <Note tone="bad" title={t`The lab cannot be published yet`}>
              {plural(problems.length, {
                one: 'There is one problem.',
                other: 'There are # problems.',
              })}
            </Note>
            <Problems problems={problems} draft={draft} onProblem={onProblem} />
          </>
        ) : isPublished ? (
          <p role="status">{t`Version ${newest.number} is published and equals this draft.`}</p>
        ) : (
          <>
            <p>
              {newest === undefined
                ? t`Anyone with the link can then begin the lab.`
                : t`The link then opens the new version. Students who have begun keep their version.`}
            </p>
            <GoalTrials draft={draft} trials={trials} />
            <div>
              <Button
                variant={trials.isDoubtful ? 'default' : 'filled'}
                disabled={isBusy || trials.isReading}
                onClick={() => void publish(trials.isDoubtful)}
              >
                {isBusy
                  ? t`Publishing`
                  : trials.isDoubtful
                    ? t`Publish version ${next} all the same`
                    : t`Publish version ${next}`}
              </Button>
            </div>
          </>
        )}
        {error !== null && (
          <Note tone="bad" title={t`It was not published`}>
            {error.message}
          </Note>
        )}
        <Published document={document} />
      </div>
    </Dialog>
  );
}

/** The link, and the versions that there are. */
function Published({ document: { id, versions } }: { document: LabDocument }) {
  if (versions.length === 0) return null;
  return (
    <>
      <h3>{t`The link for students`}</h3>
      <CopyField label={t`Link to the lab`} text={`${window.location.origin}/labs/${id}`} />
      <h3>{t`Versions`}</h3>
      <ul className={styles.versions}>
        {versions.map(({ number, published_at }) => (
          <li key={number}>
            <span>{t`Version ${number}`}</span>
            <When className="quiet" at={published_at} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Only the draft as shown is published: one that could not be saved is not. */
function usePublishing({ flush, take }: EditedLab) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const publish = async (acceptsUnreached: boolean) => {
    setBusy(true);
    setError(null);
    try {
      const { status, document, error: notSaved } = await flush();
      if (status !== 'saved') {
        throw notSaved ?? new Error('The draft is not saved yet: try again.');
      }
      // By now each problem is shown in its place.
      if (document.problems.length === 0)
        take(await publishLabDocument(document.id, acceptsUnreached));
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
    } finally {
      setBusy(false);
    }
  };
  return { publish, isBusy, error };
}
