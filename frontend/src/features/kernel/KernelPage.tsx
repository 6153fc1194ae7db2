import { Link } from '@tanstack/react-router';

import { useKernelComparison } from '@/api/algorithms/kernel';
import { PageFailure } from '@/ui/PageFailure';

import { KernelBody } from './KernelBody';
import styles from './kernel.module.css';

/** The core beside Linux's TCP, as a short paper. */
export function KernelPage() {
  const { data, error, refetch } = useKernelComparison();
  if (error !== null)
    return (
      <PageFailure title="The comparison could not be loaded" onRetry={() => void refetch()} />
    );
  return (
    <main className={styles.page} aria-busy={data === undefined}>
      <p className="small">
        <Link to="/papers">All papers</Link>
      </p>
      <h1>How near this lab is to Linux</h1>
      {data === undefined ? (
        <p className="quiet">Waiting for the lab to answer.</p>
      ) : (
        <KernelBody comparison={data} />
      )}
    </main>
  );
}
