import witness from '@/generated/witness.json';
import { aligned } from '@/analysis/numbers/shown';

import styles from './witness.module.css';
import { percent, WitnessRule, WitnessTable } from './WitnessParts';

const meanAndDeviation = ({ mean, sd }: { mean: number; sd: number }) =>
  `${aligned(mean, 2)} (${aligned(sd, 2)})`;
const signed = (value: number) => `${value < 0 ? '−' : '+'}${aligned(Math.abs(value), 2)}`;

/** A comparison with a public BBRv2 by others, rule by rule. */
export function Bbr2Witness() {
  return (
    <section aria-labelledby="second-bbr2">
      <h2 id="second-bbr2">An independent BBRv2</h2>
      <p className={styles.text}>
        The crate {witness.crate} has a public BBRv2. It follows the draft; this one follows
        Google’s Linux module v2alpha. Both were given the same events: {witness.flow_count} flows
        of this lab, 60 s each. Their states agree in {percent(witness.state_share_without)} of the
        samples as published, and in {percent(witness.state_share_with)} once the{' '}
        {witness.rules.length} rules below are put into a copy of the crate. A bottleneck written
        independently of this lab gives:
      </p>
      <Ratios />
      <h3>The rules that differ</h3>
      <p className={styles.text}>
        Effect of a rule: by how much the ratio is higher with all rules than without it; mean of{' '}
        {witness.rule_seed_count} seeds ± half of the 95 % interval. An interval that contains 0
        shows no effect; among this many, some exclude 0 by chance.
      </p>
      <ul className={styles.rules}>
        {witness.rules.map((rule) => (
          <Rule key={rule.what} rule={rule} />
        ))}
      </ul>
    </section>
  );
}

/** The long flow's throughput over the short one's, three times. */
function Ratios() {
  return (
    <WitnessTable
      caption={
        <>
          Throughput of the long-RTT flow over the short one’s: mean (standard deviation) of{' '}
          {witness.seed_count} seeds
        </>
      }
      heads={['RTTs, random loss', 'crate', 'with the rules', 'this lab']}
      rows={witness.cells.map(({ title, published, all_rules, core }) => [
        title,
        meanAndDeviation(published),
        meanAndDeviation(all_rules),
        meanAndDeviation(core),
      ])}
    />
  );
}

function Rule({ rule }: { rule: (typeof witness.rules)[number] }) {
  return (
    <WitnessRule
      what={rule.what}
      readings={[
        ['Draft', rule.draft],
        ['Crate', rule.crate],
        [
          'v2alpha',
          <>
            {rule.v2alpha} <code>{rule.place}</code>
          </>,
        ],
      ]}
    >
      <details>
        <summary>Effect: {largestChange(rule.worth)}</summary>
        <ul>
          {rule.worth.map(({ mean, half_width: half }, index) => (
            <li key={witness.cells[index]?.title}>
              {witness.cells[index]?.title}: {signed(mean)} ± {aligned(half, 2)}
            </li>
          ))}
        </ul>
      </details>
    </WitnessRule>
  );
}

/** The largest change that is more than chance, with its cell. */
function largestChange(worth: (typeof witness.rules)[number]['worth']): string {
  const shown = worth
    .map((change, index) => ({ ...change, title: witness.cells[index]?.title ?? '' }))
    .filter(({ mean, half_width: half }) => Math.abs(mean) > half)
    .sort((one, other) => Math.abs(other.mean) - Math.abs(one.mean))[0];
  if (shown === undefined) return 'nothing significant with these seeds';
  return `up to ${signed(shown.mean)} ± ${aligned(shown.half_width, 2)} (${shown.title})`;
}
