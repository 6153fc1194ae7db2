import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { lazy, Suspense, useEffect } from 'react';

import { useAlgorithms, useOpening, usePresets } from '@/api/catalog';
import { Button } from '@/ui/Button';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';
import { PageFailure } from '@/ui/PageFailure';
import { usePageTitle } from '@/ui/usePageTitle';

import { FirstScreen } from './first/FirstScreen';
import styles from './presets.module.css';
import { comparableOf } from './first/setting';

/** Below the first screen: its code comes after that, beside the presets that it shows. */
const loadGallery = () => import('./gallery/Gallery');
const Gallery = lazy(async () => ({ default: (await loadGallery()).Gallery }));

/** The first page: one comparison that is known already, then the other known cases. */
export function PresetsPage() {
  const opening = useOpening();
  // Without their titles the sentence would be written twice.
  const algorithms = useAlgorithms();
  usePageTitle();

  if (opening.error !== null) {
    const retry = () => void opening.refetch();
    return <PageFailure title="The lab does not answer" onRetry={retry} />;
  }
  if (opening.data === undefined || algorithms.isPending) {
    return (
      <main className={clsx('page-state', styles.waiting)} aria-busy="true">
        <p className={styles.late}>Waiting for the lab to answer.</p>
      </main>
    );
  }
  const comparable = comparableOf(opening.data);
  return (
    <main className={styles.page}>
      {comparable !== null && <FirstScreen comparable={comparable} />}
      <KnownGallery />
    </main>
  );
}

/** The gallery comes behind the first screen, and keeps its room until then. */
function KnownGallery() {
  const presets = usePresets();
  useEffect(() => {
    loadGallery().catch(() => undefined);
  }, []);
  if (presets.error !== null) {
    const retry = () => void presets.refetch();
    return <NotLoaded what="The known cases" error={presets.error} onRetry={retry} />;
  }
  const room = <div className={styles.galleryRoom} aria-busy="true" />;
  if (presets.data === undefined) return room;
  if (presets.data.length === 0) return <NoPresets />;
  return (
    <Suspense fallback={room}>
      <Gallery presets={presets.data} />
    </Suspense>
  );
}

function NoPresets() {
  return (
    <section className="page-state">
      <Note title="There are no presets.">Build a scenario of your own.</Note>
      <Button renderRoot={(props) => <Link to="/build" {...props} />}>Build</Button>
    </section>
  );
}
