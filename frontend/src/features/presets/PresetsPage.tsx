import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';

import { usePresets } from '@/api/catalog';
import { loadPlotly } from '@/charts/PlotlyPlot';
import { pageTitle } from '@/messages/app';
import { presetsText } from '@/messages/presets';
import { Note } from '@/ui/Note';

import { FirstScreen } from './FirstScreen';
import { Gallery } from './Gallery';
import styles from './presets.module.css';
import { comparableOf } from './setting';

/** The first page: one comparison that is running, then the other known cases. */
export function PresetsPage() {
  const presets = usePresets();
  useDocumentTitle(pageTitle());
  useEffect(() => {
    // The first curve comes soon and should not wait for the code that draws it.
    void loadPlotly().catch(() => undefined);
  }, []);

  if (presets.error !== null) {
    return (
      <main className={styles.state}>
        <Note
          tone="bad"
          title={presetsText.failed}
          action={{ label: presetsText.retry, onClick: () => void presets.refetch() }}
        >
          {presetsText.failedWhy}
        </Note>
      </main>
    );
  }
  if (presets.data === undefined) {
    return (
      <main className={styles.state} aria-busy="true">
        <p className={styles.late}>{presetsText.loading}</p>
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
    <main className={styles.state}>
      <Note title={presetsText.empty}>{presetsText.emptyWhy}</Note>
      <Button renderRoot={(props) => <Link to="/build" {...props} />}>{presetsText.build}</Button>
    </main>
  );
}
