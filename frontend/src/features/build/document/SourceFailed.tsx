import type { ReactNode } from 'react';

import { Note } from '@/ui/Note';

/** In place of a page whose scenario could not be loaded; below the reason stands a way out. */
export function SourceFailed(props: {
  title: string;
  message: string;
  onRetry: () => void;
  children: ReactNode;
}) {
  return (
    <main className="page-state">
      <Note tone="bad" title={props.title} action={{ label: 'Try again', onClick: props.onRetry }}>
        {props.message}
      </Note>
      {props.children}
    </main>
  );
}
