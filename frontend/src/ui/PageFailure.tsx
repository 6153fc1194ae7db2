import { Note } from './Note';

interface PageFailureProps {
  readonly title: string;
  /** What the lab said; without it, it said nothing. */
  readonly detail?: string | undefined;
  readonly onRetry: () => void;
}

/** What stands in for a page while its data are not to be had. */
export function PageFailure({ title, detail, onRetry }: PageFailureProps) {
  return (
    <main className="page-state">
      <Note tone="bad" title={title} action={{ label: 'Try again', onClick: onRetry }}>
        {detail ??
          'The lab does not answer. Is it running? Start it with ./lab up, then try again.'}
      </Note>
    </main>
  );
}
