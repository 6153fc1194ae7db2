import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';

import { ProblemError } from '@/api/http/problem';
import { useShared, type Share } from '@/api/shares';
import styles from '@/share/share.module.css';
import { viewOf } from '@/share/sharedView';
import { parseSharedView } from '@/state/sharedUrl';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { SharedContent } from './SharedContent';
import { SharedFacts } from './SharedFacts';

// Most links have none.
const SharedTraces = lazy(() =>
  import('./SharedTraces').then((part) => ({ default: part.SharedTraces })),
);

/** The runs of a link, with the view that they were shared with. */
export function SharedPage() {
  const { token } = useParams({ from: '/s/$token' });
  const { data: share, error } = useShared(token);
  const isReady = useFirstView(share);
  if (error !== null) return <ShareFailure error={error} />;
  if (share === undefined || !isReady) return <main aria-busy="true" />;
  return (
    <div className={styles.shared}>
      <SharedFacts share={share} />
      {share.trace_count > 0 && (
        <Suspense fallback={null}>
          <SharedTraces token={token} share={share} />
        </Suspense>
      )}
      <SharedContent share={share} />
    </div>
  );
}

/** Puts the view of the link into the address, unless the address has one of its own. */
function useFirstView(share: Share | undefined): boolean {
  const search = useSearch({ from: '/s/$token' });
  const navigate = useNavigate({ from: '/s/$token' });
  const [isPlaced, setPlaced] = useState(false);
  useEffect(() => {
    if (share === undefined || isPlaced) return;
    const isOwn = Object.keys(search).length > 0;
    const placed = isOwn
      ? Promise.resolve()
      : navigate({ search: parseSharedView(viewOf(share.view)), replace: true });
    void placed.then(() => setPlaced(true));
  }, [share, search, navigate, isPlaced]);
  return isPlaced;
}

/** The link shows nothing, or the lab does not answer. */
function ShareFailure({ error }: { error: Error }) {
  const isGone = error instanceof ProblemError && error.status === 404;
  return (
    <main className="page-state">
      <Note
        tone="bad"
        title={isGone ? 'This link shows nothing' : 'This result could not be loaded'}
      >
        {isGone
          ? 'It may have been revoked, have expired or never have existed. Ask the person who gave it to you.'
          : error.message}
      </Note>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>See what the lab does</Button>
    </main>
  );
}

/** A shared result inside of another page: its plots, and the way to the whole of it. */
export function EmbedPage() {
  const { token } = useParams({ from: '/embed/$token' });
  const { data: share, error } = useShared(token);
  if (error !== null || share?.is_embeddable === false) {
    return (
      <main className="page-state">
        <Note tone="plain" title="This link shows nothing">
          This result may not be shown inside other pages, or its link has ended.
        </Note>
      </main>
    );
  }
  if (share === undefined) return <main aria-busy="true" />;
  return (
    <main className={styles.embed}>
      <header className={styles.embedHead}>
        <h1>{share.title || 'Shared result'}</h1>
        <a href={`/s/${token}`} target="_blank" rel="noreferrer noopener">
          Open in FaiRTT Lab
        </a>
        {share.note !== '' && <p>{share.note}</p>}
      </header>
      {share.trace_count > 0 && (
        <Suspense fallback={null}>
          <SharedTraces token={token} share={share} />
        </Suspense>
      )}
      <SharedContent share={share} isEmbedded />
    </main>
  );
}
