import { useMemo, useState } from 'react';

import { KERNEL_DATA_URL } from '@/api/kernel';
import { useAlgorithmTitle } from '@/api/catalog';
import { hasServer } from '@/api/transport';
import { countOf } from '@/analysis/numbers/shown';
import {
  caseTitle,
  countRows,
  flowWords,
  type KernelComparison,
  type KernelHost,
  type KernelQuantity,
} from '@/analysis/papers/kernel';
import { Button } from '@/ui/Button';
import { SegmentedControl } from '@/ui/SegmentedControl';
import { writeClipboard } from '@/ui/clipboard';

import { HOST_TITLES } from './hostTitles';
import styles from './kernel.module.css';
import { KernelFigure } from './KernelFigure';
import { KernelMethod } from './KernelMethod';
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
        <b>{counts.passed}</b> of <b>{counts.judged}</b> numbers lie within Linux’s own range and a
        tolerance that was committed before the first comparison. <b>{counts.inRange}</b> of all{' '}
        <b>{counts.all}</b> lie within the range of Linux’s repetitions itself.
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
