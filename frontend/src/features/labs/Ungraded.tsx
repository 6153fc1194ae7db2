import { t } from '@lingui/core/macro';

/** On a site without a server: what its marks are worth. */
export function Ungraded() {
  return (
    <p className="small quiet">
      {t`Not graded: this page computes your runs and marks your answers, for you alone. Nothing is sent.`}
    </p>
  );
}
