import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';

import { pageTitle } from '@/messages/app';
import { buildText } from '@/messages/build';
import { Note } from '@/ui/Note';

import styles from './build.module.css';
import { Editor } from './Editor';
import { useLinkedSource } from './useLinkedSource';
import { useSource } from './useSource';

/** A scenario as text, checked while it is typed. */
export function BuildPage() {
  const named = useSource();
  const state = useLinkedSource() ?? named;
  useDocumentTitle(pageTitle(buildText.title));
  if (state.state === 'loading') return <main className={styles.state} aria-busy="true" />;
  if (state.state === 'failed') {
    return (
      <main className={styles.state}>
        <Note
          tone="bad"
          title={buildText.loadFailed}
          action={{ label: buildText.retry, onClick: state.retry }}
        >
          {state.message}
        </Note>
        <Button renderRoot={(props) => <Link to="/build" reloadDocument {...props} />}>
          {buildText.fallback}
        </Button>
      </main>
    );
  }
  return <Editor key={state.source.key} source={state.source} />;
}
