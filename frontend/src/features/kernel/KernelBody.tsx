import { useMemo, useState } from 'react';

import { countOf, short } from '@/analysis/numbers/shown';
import {
  caseTitle,
  countRows,
  flowWords,
  type KernelCase,
  type KernelComparison,
  type KernelHost,
  type KernelQuantity,
  spread,
} from '@/analysis/papers/kernel';
import { useAlgorithmTitle } from '@/api/catalog';
import { KERNEL_DATA_URL } from '@/api/algorithms/kernel';
import { hasServer } from '@/api/http/transport';
import { Button } from '@/ui/Button';
import { writeClipboard } from '@/ui/clipboard';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

import { HOST_TITLES } from './hostTitles';
import styles from './kernel.module.css';
import { KernelFigure } from './KernelFigure';
import { KernelLimits, KernelMisses } from './KernelMisses';
import { KernelSummaryTable } from './KernelSummaryTable';
import { KernelTable, type TableRow } from './KernelTable';

/** Question, method, figure, table, differences, limits, data. */
export function KernelBody({ comparison }: { comparison: KernelComparison }) {
  const rows = useRows(comparison);
  const counts = countRows(comparison.rows);
  return (
    <>
      <p className={styles.lead}>
        Does a flow in this lab do what the same flow does in Linux? Measured cases of Linux’s TCP
        through a bottleneck of known rate and buffer, and the same cases in the lab’s core.
      </p>
      <p className={styles.answer}>
        <b>{counts.passed}</b> of <b>{counts.judged}</b> numbers lie within Linux’s own range,
        widened by a preregistered tolerance. <b>{counts.inRange}</b> of all <b>{counts.all}</b> lie
        within the range of Linux’s repetitions itself.
      </p>
      <p className={styles.text}>
        For scale: the range of three runs contains a fourth run of the same kernel in one half of
        all cases, and the kernel’s own median in three quarters.
      </p>
      <KernelMethod comparison={comparison} />
      <section aria-labelledby="result">
        <h2 id="result">Result</h2>
        <KernelSummaryTable comparison={comparison} rows={rows} />
      </section>
      <Numbers quantities={comparison.quantities} hosts={comparison.hosts} rows={rows} />
      <KernelMisses comparison={comparison} rows={rows} />
      <KernelLimits comparison={comparison} />
      <DataAndCitation comparison={comparison} />
    </>
  );
}

/** Every row with its case in words. */
function useRows({ rows, cases }: KernelComparison): readonly TableRow[] {
  const titleOf = useAlgorithmTitle();
  return useMemo(() => {
    const known = new Map(cases.map((each) => [`${each.host} ${each.id}`, each]));
    return rows.flatMap((row) => {
      const each = known.get(`${row.host} ${row.case_id}`);
      if (each === undefined) return [];
      return [{ row, each, title: caseTitle(each, titleOf), flow: flowWords(row, each) }];
    });
  }, [rows, cases, titleOf]);
}

interface NumbersProps {
  readonly quantities: readonly KernelQuantity[];
  readonly hosts: readonly KernelHost[];
  readonly rows: readonly TableRow[];
}

/** One quantity at a time: the figure, and under it every number that it draws. */
function Numbers({ quantities, hosts, rows }: NumbersProps) {
  const [chosen, setChosen] = useState<KernelQuantity['name']>('utilisation_ratio');
  const quantity = quantities.find(({ name }) => name === chosen);
  if (quantity === undefined) return null;
  const own = rows.filter(({ row }) => row.quantity === chosen);
  const groups = hosts.map(({ name }) => ({
    title: HOST_TITLES[name],
    rows: own
      .filter(({ row }) => row.host === name)
      .map(({ row, title, flow }) => ({ row, title: flow === '' ? title : `${title}, ${flow}` })),
  }));
  const unit = quantity.shown.unit === '%' ? 'percentage points' : quantity.shown.unit;
  return (
    <section aria-labelledby="cases">
      <h2 id="cases">Case by case</h2>
      <SegmentedControl
        className={styles.choice}
        aria-label="What is compared"
        value={chosen}
        onChange={setChosen}
        data={quantities.map(({ name, label }) => ({ value: name, label }))}
      />
      <p className={styles.text}>
        {quantity.definition} Drawn is the lab less Linux, in {unit}: the grey bar spans Linux’s
        repetitions about their mean, the square is the lab’s mean and the line its 95% interval
        over seeds. A hollow square lies outside its bounds.
      </p>
      <KernelFigure quantity={quantity} groups={groups} />
      <KernelTable quantity={quantity} rows={own} />
    </section>
  );
}

/** For reuse elsewhere. */
function DataAndCitation({ comparison }: { comparison: KernelComparison }) {
  const { bibtex, core_version, behaviour_version, rows } = comparison;
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await writeClipboard(bibtex));
  const seeds = rows.reduce((most, { seed_count }) => Math.max(most, seed_count), 0);
  return (
    <section aria-labelledby="data">
      <h2 id="data">Data and citation</h2>
      <p className={styles.text}>
        {hasServer() && (
          <>
            <a href={KERNEL_DATA_URL} download>
              Download as a data set
            </a>{' '}
            (ZIP: every case, every number of Linux and every run of the lab as Parquet, with a
            description of each column).{' '}
          </>
        )}
        {`Computed by core ${core_version}, behaviour version ${behaviour_version}, with ${countOf(seeds, 'seed')} a case. `}
        <code>./lab validate --write</code> computes all of it again,{' '}
        <code>./lab datasets DIR --only linux</code> writes the data set.
      </p>
      <pre className={styles.bibtex} tabIndex={0} role="region" aria-label="BibTeX">
        {bibtex}
      </pre>
      <Button onClick={() => void copy()}>{copied ? 'Copied' : 'Copy BibTeX'}</Button>
      <span className="visually-hidden" role="status">
        {copied && 'Copied'}
      </span>
    </section>
  );
}

/** Where the kernel's numbers come from, what is compared, over how long, and by which rule. */
function KernelMethod({ comparison }: { comparison: KernelComparison }) {
  const { hosts, cases, tolerance, quantities } = comparison;
  return (
    <section aria-labelledby="method">
      <h2 id="method">Method</h2>
      <dl className={styles.notes}>
        {hosts.map(({ name, kernel, description }) => (
          <div key={name}>
            <dt>{HOST_TITLES[name]}</dt>
            <dd>
              Linux {kernel}. {extent(cases.filter(({ host }) => host === name))} {description}
            </dd>
          </div>
        ))}
        <div>
          <dt>The same in the lab</dt>
          <dd>
            Each case is a scenario with the same rate, buffer, delays, losses, start times and
            length, and as many packets acknowledged one by one at first as the host does; every
            title in the table opens it. Seeds move the start of flows by up to a few milliseconds
            and draw the losses.
          </dd>
        </div>
        <div>
          <dt>What is compared</dt>
          <dd>
            {quantities.map(({ label, definition }) => `${label}: ${definition}`).join(' ')} Each
            over the whole run, including its start.
          </dd>
        </div>
        <div>
          <dt>The rule</dt>
          <dd>
            The lab’s mean over seeds has to lie within the range of Linux’s repetitions, widened
            {` by ${points(tolerance.share_ratio)} points of share, `}
            {`${points(tolerance.utilisation_ratio)} points of link use, `}
            {`${points(tolerance.queue_of_buffer_ratio)}% of the buffer, and `}
            {`${points(tolerance.retransmit_of_linux_ratio)}% of the most that Linux retransmitted `}
            {`(at least ${points(tolerance.retransmit_least_ratio)}, `}
            {`at most ${points(tolerance.retransmit_most_ratio)} points). `}
            No bound was changed after a result.
          </dd>
        </div>
      </dl>
    </section>
  );
}

const points = (ratio: number) => short(ratio * 100);

/** `17 cases of 1 or 2 flows, 3 runs each, of 30 and 60 s at 10 Mbit/s.` */
function extent(cases: readonly KernelCase[]): string {
  const list = (values: readonly number[]) => spread(values).map(short).join(', ');
  const runs = list(cases.map(({ repetition_count }) => repetition_count));
  const lengths = list(cases.map(({ duration_s }) => duration_s));
  const rates = list(cases.map(({ rate_bps }) => rate_bps / 1e6));
  const rtts = list(cases.flatMap(({ flows }) => flows.map(({ rtt_s }) => rtt_s * 1000)));
  return (
    `${countOf(cases.length, 'case')} with ${runs} runs each of ${lengths} s, ` +
    `at ${rates} Mbit/s, with base RTTs of ${rtts} ms.`
  );
}
