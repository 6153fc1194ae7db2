import { useAlgorithms, useAlgorithmTitle } from '@/api/catalog';
import { countOf } from '@/analysis/numbers/shown';
import { differenceText, shownText } from '@/analysis/papers/numbers';
import type { KernelCase, KernelComparison } from '@/analysis/papers/kernel';

import styles from './kernel.module.css';
import { CaseLink, type TableRow } from './KernelTable';

interface KernelMissesProps {
  readonly comparison: KernelComparison;
  readonly rows: readonly TableRow[];
}

/** Every number outside its bounds, with the reason where it is known. */
export function KernelMisses({ comparison, rows }: KernelMissesProps) {
  const titled = new Map(comparison.quantities.map((each) => [each.name, each]));
  const missed = rows.filter(
    ({ row }) => row.verdict === 'fail' || row.verdict === 'known difference',
  );
  return (
    <section aria-labelledby="differences">
      <h2 id="differences">What differs, and why</h2>
      <dl className={styles.notes}>
        {missed.map(({ row, each, title, flow }) => {
          const quantity = titled.get(row.quantity);
          if (quantity === undefined) return null;
          const { shown, label } = quantity;
          return (
            <div key={row.id}>
              <dt>
                <CaseLink title={title} each={each} />
              </dt>
              <dd>
                {label}
                {flow !== '' && ` (${flow})`}: {shownText(row.core_mean, shown)} in the lab,{' '}
                {shownText(row.kernel.mean, shown)} in Linux,{' '}
                {differenceText(row.difference, shown)}. {row.reason ?? 'Not explained.'}
              </dd>
            </div>
          );
        })}
        <div>
          <dt>The kernel in user mode</dt>
          <dd>
            Its clock is late under load, and its flows stop writing a second before the end while
            their send buffers still empty, which moves its link use: these rows are shown without a
            verdict.
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** The limits of this comparison. */
export function KernelLimits({ comparison }: { comparison: KernelComparison }) {
  const { cases, hosts } = comparison;
  const titleOf = useAlgorithmTitle();
  const { data: algorithms } = useAlgorithms();
  const judged = new Set(hosts.filter(({ is_judged }) => is_judged).map(({ name }) => name));
  const seen = namesOf(cases.filter(({ host }) => judged.has(host)));
  const beside = namesOf(cases.filter(({ host }) => !judged.has(host))).filter(
    (name) => !seen.includes(name),
  );
  const others = algorithms?.filter(({ name }) => ![...seen, ...beside].includes(name)).length;
  const most = Math.max(...cases.map(({ flows }) => flows.length));
  const titles = (names: readonly string[]) => names.map(titleOf).join(', ');
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      <ul className={styles.limits}>
        <li>
          {`With a verdict: ${titles(seen)}. In user mode alone: ${titles(beside)}.`}
          {others !== undefined &&
            ` The lab’s other ${countOf(others, 'algorithm')} were not compared with a kernel.`}
        </li>
        <li>
          One bottleneck with a first-in, first-out queue, at most {countOf(most, 'flow')}, bulk
          data. No wireless link, no cross traffic, no chain of bottlenecks.
        </li>
        <li>
          Linux’s numbers are the mean, least and most of few repetitions. A range so short is a
          rough measure of scatter.
        </li>
        <li>
          Numbers of one case come from the same runs, so they do not count as independent evidence.
        </li>
        <li>
          The core was developed with the first cases at hand: only the later ones are independent
          of it.
        </li>
        <li>
          Linux ran in real time: timers, schedulers and other work of the measuring machines are in
          its numbers. The bottleneck between the two ends is a program of this project.
        </li>
      </ul>
    </section>
  );
}

/** The algorithms of some cases, each once. */
function namesOf(cases: readonly KernelCase[]): string[] {
  return [...new Set(cases.flatMap(({ flows }) => flows.map(({ algorithm }) => algorithm)))];
}
