import { Link } from '@tanstack/react-router';

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
  const [from, to] = [rounded(range[0]), rounded(range[1])];
  const at = atSeconds === undefined ? {} : { at: rounded(atSeconds) };
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

/** Milliseconds are enough for an address. */
function rounded(seconds: number): number {
  return Math.max(0, Number(seconds.toFixed(3)));
}
