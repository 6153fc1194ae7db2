import witness from '@/generated/witnessBbr3.json';

import styles from './witness.module.css';
import { percent, WitnessRule, WitnessTable } from './WitnessParts';

/** A comparison with a public BBRv3 by others, rule by rule. */
export function Bbr3Witness() {
  return (
    <section aria-labelledby="second-bbr3">
      <h2 id="second-bbr3">An independent BBRv3</h2>
      <p className={styles.text}>
        The crate {witness.crate} has a public BBRv3, which follows draft -05. It was given the
        events of {witness.flow_count} flows of this lab. Its states agree with this one’s in{' '}
        {percent(witness.without.state)} of the samples as published, in{' '}
        {percent(witness.draft.state)} with the draft’s rules below that it lacks, and in{' '}
        {percent(witness.all.state)} with all rules below; the windows, to two packets, in{' '}
        {percent(witness.without.cwnd)}, {percent(witness.draft.cwnd)} and{' '}
        {percent(witness.all.cwnd)}.
      </p>
      <WitnessTable
        caption="Samples in which the states agree"
        heads={['situation', 'crate', 'draft’s rules', 'all rules']}
        rows={witness.cases.map(({ title, without, draft, all }) => [
          title,
          percent(without),
          percent(draft),
          percent(all),
        ])}
      />
      <h3>The rules that differ</h3>
      <p className={styles.text}>
        Effect of a rule: the share of samples in which the states agree if only that rule is
        missing.
      </p>
      <ul className={styles.rules}>
        {witness.rules.map((rule) => (
          <Rule key={rule.what} rule={rule} />
        ))}
      </ul>
    </section>
  );
}

function Rule({ rule }: { rule: (typeof witness.rules)[number] }) {
  return (
    <WitnessRule
      what={rule.what}
      readings={[
        ['Crate', rule.crate],
        [
          'Here',
          <>
            {rule.core} <code>{rule.place}</code>
          </>,
        ],
      ]}
    >
      <p>Without it: {percent(rule.without.state)}</p>
    </WitnessRule>
  );
}
