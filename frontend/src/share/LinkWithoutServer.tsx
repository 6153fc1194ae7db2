import { useMemo } from 'react';

import { scenarioFragment } from '@/analysis/links/scenarioLink';
import { formatCount } from '@/analysis/numbers/units';
import type { JsonObject } from '@/analysis/scenario/fields/fieldPath';

import { addressOf } from './address';
import { CopyField } from './CopyField';

/** Beyond this some mail programs and chats cut a link off. */
const LONG_CHARACTERS = 2000;

interface LinkWithoutServerProps {
  /** A scenario or the definition of an experiment. */
  readonly content: JsonObject;
  readonly seed: number;
  /** What else has to be said of it. */
  readonly why: string;
  /** Has the focus when it appears. */
  readonly isFirst?: boolean;
}

/** The link that holds what it opens, and what that means. */
export function LinkWithoutServer({ content, seed, why, isFirst }: LinkWithoutServerProps) {
  const link = useMemo(
    () => addressOf(`/build${scenarioFragment({ content, seed })}`),
    [content, seed],
  );
  return (
    <>
      <CopyField label="Link without a server" text={link} {...(isFirst ? { isFirst } : {})} />
      <p className="small faint">
        {why}
        {link.length > LONG_CHARACTERS && (
          <>
            {' '}
            {`It has ${formatCount(link.length)} characters; some programs truncate links. A file always opens.`}
          </>
        )}
      </p>
    </>
  );
}
