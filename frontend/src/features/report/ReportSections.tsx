import { useNavigate } from '@tanstack/react-router';

import { estimateTexts } from '@/analysis/numbers/shown';
import { ABSENT } from '@/analysis/numbers/units';
import type { Report, ReportCase, ReportNumber, ReportSection } from '@/api/algorithms/evaluations';
import { useOpenRuns } from '@/opening/startRuns';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { Term } from '@/ui/Term';

import styles from './report.module.css';

/** All headings in the order of the RFC. */
export function ReportSections({ report }: { report: Report }) {
  const first = firstSections(report.sections);
  return (
    <>
      {report.sections.map((section) => (
        <Section key={section.section} section={section} title={report.title} first={first} />
      ))}
    </>
  );
}

/** The section that describes each situation in full: the first that has it. */
function firstSections(sections: readonly ReportSection[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const { section, cases } of sections)
    for (const { id } of cases) if (!first.has(id)) first.set(id, section);
  return first;
}

const anchorOf = (id: string) => `situation-${id}`;

interface SectionProps {
  readonly section: ReportSection;
  readonly title: string;
  readonly first: ReadonlyMap<string, string>;
}

function Section({ section, title, first }: SectionProps) {
  const { asks, not_here, cases } = section;
  const described = cases.filter(({ id }) => first.get(id) === section.section);
  const elsewhere = cases.filter(({ id }) => first.get(id) !== section.section);
  const Heading = asks === null ? 'h2' : 'h3';
  return (
    <section className={styles.section} data-part={asks === null || undefined}>
      <Heading>{`${section.section} ${section.title}`}</Heading>
      {asks !== null && <p>{asks}</p>}
      {not_here !== null && (
        <p className={styles.notHere}>
          <b>Cannot be tested here:</b> {not_here}
        </p>
      )}
      {elsewhere.length > 0 && (
        <ul className={styles.elsewhere}>
          {elsewhere.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${anchorOf(id)}`}>{name}</a>
              {`: under ${first.get(id) ?? ''}`}
            </li>
          ))}
        </ul>
      )}
      {described.map((each) => (
        <Case key={each.id} shown={each} title={title} />
      ))}
    </section>
  );
}

function Case({ shown, title }: { shown: ReportCase; title: string }) {
  const beside = shown.numbers[0]?.baselines.map((each) => each.title) ?? [];
  return (
    <article className={styles.case} id={anchorOf(shown.id)}>
      <header>
        <h4>{shown.title}</h4>
        <p>{shown.sentence}</p>
        <RunIt shown={shown} />
      </header>
      <table>
        <caption className="visually-hidden">{`${shown.title}: ${title} against ${beside.join(' and ')}`}</caption>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">{title}</th>
            {beside.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.numbers.map((number) => (
            <Row key={number.name} number={number} />
          ))}
        </tbody>
      </table>
    </article>
  );
}

/** One seed of the situation as a run of its own. */
function RunIt({ shown }: { shown: ReportCase }) {
  const runs = useOpenRuns();
  const navigate = useNavigate();
  return (
    <>
      <Button
        size="compact"
        disabled={runs.isPending}
        aria-label={`Open a run of “${shown.title}”`}
        onClick={() =>
          runs.mutate([{ scenario: shown.scenario, seed: 1, name: null }], {
            onSuccess: ([run]) => {
              if (run !== undefined)
                void navigate({ to: '/runs/$id', params: { id: run.id }, search: {} });
            },
          })
        }
      >
        Open a run
      </Button>
      {runs.error !== null && (
        <Note tone="bad" title="The run was not started">
          {runs.error.message}
        </Note>
      )}
    </>
  );
}

function Row({ number }: { number: ReportNumber }) {
  const unit = number.display_unit === '' ? '' : `, ${number.display_unit}`;
  return (
    <tr>
      <th scope="row">
        <Term name={`${number.label}${unit}`} definition={number.definition} />
      </th>
      <td>
        <Estimate value={number} factor={number.per_display_unit} />
      </td>
      {number.baselines.map((each) => (
        <td key={each.algorithm} data-different={each.is_different ?? undefined}>
          <Estimate value={each} factor={number.per_display_unit} />
          {each.is_different === true && (
            <abbr title="Significantly different from the tested algorithm’s"> ≠</abbr>
          )}
        </td>
      ))}
    </tr>
  );
}

interface EstimateProps {
  readonly value: Pick<ReportNumber, 'mean' | 'low' | 'high'>;
  readonly factor: number;
}

function Estimate({ value: { mean, low, high }, factor }: EstimateProps) {
  if (mean === null) return ABSENT;
  const [middle, least, most] = estimateTexts([mean, low ?? mean, high ?? mean], factor);
  return (
    <>
      <b>{middle}</b>
      {low !== null && high !== null && <small>{` ${least} to ${most}`}</small>}
    </>
  );
}
