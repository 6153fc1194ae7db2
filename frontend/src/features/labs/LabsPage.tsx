import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { hasServer } from '@/api/transport';

import { BegunLabs } from './BegunLabs';
import styles from './labs.module.css';
import { ShippedLabs } from './ShippedLabs';
import { WrittenLabs } from './WrittenLabs';

/** The labs that come with the product, above them those that this browser has begun. */
export function LabsPage() {
  return (
    <main className={styles.page}>
      <h1 className="page-title">{t`Labs`}</h1>
      <p className="quiet">{hasServer() ? <InALab /> : <Alone />}</p>
      <BegunLabs />
      <ShippedLabs />
      {hasServer() && <WrittenLabs />}
    </main>
  );
}

function InALab() {
  return (
    <Trans>
      A lab leads through a few runs: predict, run, compare, and reach a measured goal.{' '}
      <Link to="/join">Join a class</Link> with the code that your teacher shows. Teachers can{' '}
      <a href="#written-labs">write labs of their own</a>.
    </Trans>
  );
}

/** On a site without a server. */
function Alone() {
  return (
    <Trans>
      A lab leads through a few runs: predict, run, compare, and reach a measured goal. Here you do
      it alone: this page computes and marks, your answers stay in this browser, and nothing is
      graded. Classes, the wall and labs that teachers write need a lab with a server.
    </Trans>
  );
}
