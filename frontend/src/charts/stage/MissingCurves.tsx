import { NotLoaded } from '@/ui/NotLoaded';

interface MissingCurvesProps {
  /** Why not all is there; null: all is, or is on its way. */
  readonly error: Error | null;
  /** Some of it is drawn. */
  readonly hasPart: boolean;
  readonly onRetry: () => void;
}

/** Says of a run's curves that they are not there, or are a part, and offers to ask again. */
export function MissingCurves({ error, hasPart, onRetry }: MissingCurvesProps) {
  if (error === null) return null;
  const what = hasPart ? 'The rest of the curves' : 'The curves';
  return <NotLoaded what={what} error={error} onRetry={onRetry} />;
}
