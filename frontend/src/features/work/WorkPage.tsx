import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { hasServer } from '@/api/http/transport';
import { usePrefetchRunPage } from '@/opening/prefetchRunPage';
import { useDrafts } from '@/state/drafts';
import { workSearch, type WorkView } from '@/state/workUrl';
import { Button } from '@/ui/Button';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

import { DraftList } from './DraftList';
import { ExperimentList } from './ExperimentList';
import { LinkList } from './LinkList';
import { MoveSheet } from './MoveSheet';
import { RunList } from './RunList';
import { RunsAsFile } from './RunsAsFile';
import styles from './work.module.css';

/** Everything of this browser in one place: runs, experiments, drafts, links, and the way out. */
export function WorkPage() {
  const view = useSearch({ from: '/runs' });
  const navigate = useNavigate({ from: '/runs' });
  usePrefetchRunPage();
  const [isMoving, setMoving] = useState(false);
  const drafts = useDrafts();
  const change = (next: WorkView) => void navigate({ search: next, replace: true });
  return (
    <main className={styles.page}>
      <div className={styles.head}>
        <h1>My work</h1>
        <SegmentedControl
          aria-label="What to show"
          value={view.show ?? 'runs'}
          onChange={(tab) => change(workSearch.parse({ show: tab }))}
          data={[
            { value: 'runs', label: 'Runs' },
            { value: 'experiments', label: 'Experiments' },
            { value: 'drafts', label: `Drafts ${drafts.length}` },
            ...(hasServer() ? [{ value: 'links', label: 'Links' } as const] : []),
          ]}
        />
        <span className={styles.space} />
        <RunsAsFile />
        <Button renderRoot={(props) => <Link to="/compare" {...props} />}>Compare links</Button>
        {hasServer() && (
          <Button aria-haspopup="dialog" onClick={() => setMoving(true)}>
            Move my work
          </Button>
        )}
      </div>
      {view.show === 'links' && <LinkList />}
      {view.show === 'drafts' && <DraftList view={view} onView={change} />}
      {view.show === 'experiments' && (
        <ExperimentList
          find={view.find ?? ''}
          onFind={(find) =>
            change(workSearch.parse({ show: 'experiments', find: find.trim() && find }))
          }
        />
      )}
      {view.show === undefined && <RunList view={view} onView={change} />}
      {isMoving && <MoveSheet onClose={() => setMoving(false)} />}
    </main>
  );
}

/** The experiments of this browser, with what an experiment is for those who have none yet. */
export function ExperimentsPage() {
  const { find = '' } = useSearch({ from: '/experiments' });
  const navigate = useNavigate({ from: '/experiments' });
  return (
    <main className={styles.page}>
      <div className={styles.head}>
        <h1>Experiments</h1>
        <p className="quiet">
          An experiment runs a scenario over every value of one field or of several, with many seeds
          each, and compares the results.
        </p>
        <span className={styles.space} />
        <Button variant="filled" renderRoot={(props) => <Link to="/experiments/new" {...props} />}>
          New experiment
        </Button>
      </div>
      <ExperimentList
        find={find}
        onFind={(words) =>
          void navigate({ search: words.trim() === '' ? {} : { find: words }, replace: true })
        }
      />
    </main>
  );
}
