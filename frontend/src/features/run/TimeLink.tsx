import { Link } from '@tanstack/react-router';

import { toShortest } from '@/analysis/numbers/units';

interface TimeLinkProps {
  /** null: there is no such time; the text stands without a link. */
  readonly range: readonly [fromSeconds: number, toSeconds: number] | null;
  readonly title: (from: string, to: string) => string;
  readonly className?: string | undefined;
  readonly children: React.ReactNode;
}

/** Zooms the whole page to a time. The time is in the address. */
export function TimeLink({ range, title, className, children }: TimeLinkProps) {
  if (range === null) return <span className={className}>{children}</span>;
  const [from, to] = [rounded(range[0]), rounded(range[1])];
  return (
    <Link
      to="."
      search={(old: object) => ({ ...old, from, to })}
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
