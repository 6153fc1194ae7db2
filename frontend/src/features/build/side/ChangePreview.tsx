import { getAt, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { BOTTLENECK_ID } from '@/analysis/scenario/network/links';
import {
  changeTexts,
  delayCurve,
  outagesOf,
  rateCurve,
} from '@/analysis/scenario/network/linkChanges';
import { seenAtLink } from '@/analysis/scenario/network/linkPreview';

import styles from '../build.module.css';
import { ChangeCurve } from '../form/ChangeCurve';
import curves from '../form/linkChanges.module.css';

/** How the links change over the run, below their drawing; nothing of those that do not. */
export function ChangePreview({ scenario }: { scenario: JsonObject | null }) {
  if (scenario === null) return null;
  const further = getAt(scenario, 'links');
  const links = [
    { id: BOTTLENECK_ID, seen: scenario },
    ...(Array.isArray(further) ? further : []).map((link: unknown, index) => ({
      id: String(getAt(link, 'id') ?? `link ${index + 1}`),
      seen: seenAtLink(scenario, link),
    })),
  ];
  return links.map(({ id, seen }) => (
    <OneLink key={id} seen={seen} name={links.length > 1 ? id : null} />
  ));
}

interface OneLinkProps {
  readonly seen: JsonObject;
  /** null: there is one link only. */
  readonly name: string | null;
}

function OneLink({ seen, name }: OneLinkProps) {
  const words = changeTexts(seen);
  if (words.length === 0) return null;
  const outages = outagesOf(seen);
  const end = getAt(seen, 'duration_s');
  const endSeconds = typeof end === 'number' ? end : 0;
  const rate = getAt(seen, 'bottleneck.rate_bps');
  // An outage is shown on the rate, whether or not the rate changes.
  const steady =
    outages.length > 0 && typeof rate === 'number'
      ? [0, endSeconds].map((timeSeconds) => ({ timeSeconds, value: rate }))
      : null;
  const rates = rateCurve(seen) ?? steady;
  const delays = delayCurve(seen);
  return (
    <figure className={styles.rule}>
      <div className={curves.previews}>
        {rates !== null && (
          <ChangeCurve points={rates} factor={1e6} unit="Mbit/s" name="Rate" outages={outages} />
        )}
        {delays !== null && <ChangeCurve points={delays} factor={1e-3} unit="ms" name="Delay" />}
      </div>
      <figcaption>
        {name !== null && `${name}: `}
        {words.map(([what, text]) => `${what.toLowerCase()} ${text}`).join('; ')}
        {outages.length > 0 && '. Grey: outage'}.
      </figcaption>
    </figure>
  );
}
