import { whenText, wholeTime } from '@/analysis/numbers/times';

interface WhenProps {
  /** An instant, in ISO 8601. */
  readonly at: string;
  readonly className?: string;
}

/** How long ago something was, or its day; the whole time is its title. */
export function When({ at, className }: WhenProps) {
  return (
    <time className={className} dateTime={at} title={wholeTime(at)}>
      {whenText(at, new Date())}
    </time>
  );
}
