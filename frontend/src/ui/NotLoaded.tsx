import { Note } from '@/ui/Note';

interface NotLoadedProps {
  readonly what: string;
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Says what could not be loaded and why, and offers to ask again. */
export function NotLoaded({ what, error, onRetry }: NotLoadedProps) {
  return (
    <Note
      tone="bad"
      title={`${what} could not be loaded`}
      action={{ label: 'Try again', onClick: onRetry }}
    >
      {error.message}
    </Note>
  );
}
