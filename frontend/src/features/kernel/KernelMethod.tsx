import { countOf, short } from '@/analysis/numbers/shown';
import { spread, type KernelCase, type KernelComparison } from '@/analysis/papers/kernel';

import { HOST_TITLES } from './hostTitles';
import styles from './kernel.module.css';

/** Where the kernel's numbers come from, what is compared, over how long, and by which rule. */
export function KernelMethod({ comparison }: { comparison: KernelComparison }) {
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
            over the whole run, its start included.
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
