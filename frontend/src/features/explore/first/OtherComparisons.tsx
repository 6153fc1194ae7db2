import { Link } from '@tanstack/react-router';

import { leagueText, placesText, reasonText } from '@/analysis/numbers/pairStanding';
import { usePairStanding } from '@/api/algorithms/evaluations';
import { ReadingNote } from '@/readings/ReadingNote';

interface OtherComparisonsProps {
  /** The baseline and the other one. */
  readonly algorithms: readonly [string, string];
}

/** One setting does not settle it: where else the two were compared, and how that came out. */
export default function OtherComparisons({ algorithms: [baseline, other] }: OtherComparisonsProps) {
  const { data } = usePairStanding(baseline, other);
  return (
    <>
      {data !== undefined && (
        <p>
          {`One setting does not settle it. ${leagueText(data)} ${reasonText(data)} ${placesText(data)} `}
          <Link to="/league">League</Link>
        </p>
      )}
      <ReadingNote within={[baseline, other]} />
    </>
  );
}
