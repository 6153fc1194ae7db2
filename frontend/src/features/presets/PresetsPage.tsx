import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';

import { usePresets } from '@/api/catalog';
import { loadPlotly } from '@/charts/PlotlyPlot';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { PageFailure } from '@/ui/PageFailure';
import { usePageTitle } from '@/ui/usePageTitle';

import { FirstScreen } from './FirstScreen';
import { Gallery } from './Gallery';
import styles from './presets.module.css';
import { comparableOf } from './setting';

/** The first page: one comparison that is running, then the other known cases. */
export function PresetsPage() {
  const presets = usePresets();
  usePageTitle();
  useEffect(() => {
    // The first curve comes soon and should not wait for the code that draws it.
    void loadPlotly().catch(() => undefined);
  }, []);

  if (presets.error !== null) {
    const retry = () => void presets.refetch();
    return <PageFailure title="The presets could not be loaded" onRetry={retry} />;
  }
  if (presets.data === undefined) {
    return (
      <main className="page-state" aria-busy="true">
        <p className={styles.late}>Waiting for the lab to answer.</p>
      </main>
    );
  }
  const comparable = presets.data.map(comparableOf).find((found) => found !== null);
  if (presets.data.length === 0) return <NoPresets />;
  return (
    <main className={styles.page}>
      {comparable !== undefined && <FirstScreen comparable={comparable} />}
      <Gallery presets={presets.data} />
    </main>
  );
}

function NoPresets() {
  return (
    <main className="page-state">
      <Note title="There are no presets.">Build a scenario of your own.</Note>
      <Button renderRoot={(props) => <Link to="/build" {...props} />}>Build</Button>
    </main>
  );
}
