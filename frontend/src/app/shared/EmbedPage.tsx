import { useParams } from '@tanstack/react-router';

import { useShared } from '@/api/shares';
import styles from '@/share/share.module.css';
import { Note } from '@/ui/Note';

import { SharedContent } from './SharedContent';

/** A shared result inside of another page: its plots, and the way to the whole of it. */
export function EmbedPage() {
  const { token } = useParams({ from: '/embed/$token' });
  const { data: share, error } = useShared(token);
  if (error !== null || share?.is_embeddable === false) {
    return (
      <main className={styles.gone}>
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
      </header>
      <SharedContent share={share} isEmbedded />
    </main>
  );
}
