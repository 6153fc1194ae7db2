import { Link } from '@tanstack/react-router';

import { toInstant, toRange } from '@/analysis/numbers/instant';
import { toShortest } from '@/analysis/numbers/units';

interface TimeLinkProps {
  /** null: there is no such time; the text stands without a link. */
  readonly range: readonly [fromSeconds: number, toSeconds: number] | null;
  readonly title: (from: string, to: string) => string;
  /** Also sets the clock of the page, and holds it there. */
  readonly atSeconds?: number;
  readonly className?: string | undefined;
  readonly children: React.ReactNode;
}

/** Zooms the whole page to a time. The time is in the address. */
export function TimeLink({ range, title, atSeconds, className, children }: TimeLinkProps) {
  if (range === null) return <span className={className}>{children}</span>;
  const [from, to] = toRange(...range);
  const at = atSeconds === undefined ? {} : { at: toInstant(atSeconds) };
  return (
    <Link
      to="."
      search={(old: object) => ({ ...old, from, to, ...at })}
      resetScroll={false}
      title={title(toShortest(from), toShortest(to))}
      className={className}
    >
      {children}
    </Link>
  );
}
