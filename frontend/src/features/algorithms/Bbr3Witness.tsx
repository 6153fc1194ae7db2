import witness from '@/generated/witnessBbr3.json';

import styles from './witness.module.css';

const percent = (ratio: number) => `${(ratio * 100).toFixed(1)} %`;

/** What a public BBRv3 by others says about this one, rule by rule. */
export function Bbr3Witness() {
  return (
    <section aria-labelledby="second-bbr3">
      <h2 id="second-bbr3">A second BBRv3, by others</h2>
      <p className={styles.text}>
        The crate {witness.crate} has a public BBRv3, which follows draft -05. It was given the
        events of {witness.flow_count} flows of this lab. Its states agree with this one’s in{' '}
        {percent(witness.without.state)} of the samples as published, in{' '}
        {percent(witness.draft.state)} with the draft’s rules below that it lacks, and in{' '}
        {percent(witness.all.state)} with all rules below; the windows, to two packets, in{' '}
        {percent(witness.without.cwnd)}, {percent(witness.draft.cwnd)} and{' '}
        {percent(witness.all.cwnd)}.
      </p>
      <Cases />
      <h3>The rules that differ</h3>
      <p className={styles.text}>
        What a rule is worth: in how many samples states agree if it alone is missing.
      </p>
      <ul className={styles.rules}>
        {witness.rules.map((rule) => (
          <Rule key={rule.what} rule={rule} />
        ))}
      </ul>
    </section>
  );
}

function Cases() {
  return (
    <table className={styles.ratios}>
      <caption>Samples in which the states agree</caption>
      <thead>
        <tr>
          <th scope="col">situation</th>
          <th scope="col">crate</th>
          <th scope="col">draft’s rules</th>
          <th scope="col">all rules</th>
        </tr>
      </thead>
      <tbody>
        {witness.cases.map((row) => (
          <tr key={row.title}>
            <th scope="row">{row.title}</th>
            <td>{percent(row.without)}</td>
            <td>{percent(row.draft)}</td>
            <td>{percent(row.all)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Rule({ rule }: { rule: (typeof witness.rules)[number] }) {
  return (
    <li>
      <b>{rule.what}</b>
      <dl>
        <dt>Crate</dt>
        <dd>{rule.crate}</dd>
        <dt>Here</dt>
        <dd>
          {rule.core} <code>{rule.place}</code>
        </dd>
      </dl>
      <p>Without it: {percent(rule.without.state)}</p>
    </li>
  );
}
