import { Button, SegmentedControl } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { pageTitle } from '@/messages/app';
import { runsText } from '@/messages/runs';
import { shareText } from '@/messages/share';
import { useDrafts } from '@/state/drafts';
import { parseWorkView, type WorkView } from '@/state/workUrl';

import { DraftList } from './DraftList';
import { ExperimentList } from './ExperimentList';
import { LinkList } from './LinkList';
import { MoveSheet } from './MoveSheet';
import { RunList } from './RunList';
import styles from './work.module.css';

/** Everything of this browser in one place: runs, experiments, drafts, links, and the way out. */
export function WorkPage() {
  const view = useSearch({ from: '/runs' });
  const navigate = useNavigate({ from: '/runs' });
  const [isMoving, setMoving] = useState(false);
  const drafts = useDrafts();
  useDocumentTitle(pageTitle(runsText.title));
  const change = (next: WorkView) => void navigate({ search: next, replace: true });
  return (
    <main className={styles.page}>
      <div className={styles.head}>
        <h1>{runsText.title}</h1>
        <SegmentedControl
          aria-label={runsText.tabs}
          value={view.show ?? 'runs'}
          onChange={(tab) => change(parseWorkView({ show: tab }))}
          data={[
            { value: 'runs', label: runsText.runs },
            { value: 'experiments', label: runsText.experiments },
            { value: 'drafts', label: `${runsText.drafts} ${drafts.length}` },
            { value: 'links', label: shareText.links },
          ]}
        />
        <span className={styles.space} />
        <Button renderRoot={(props) => <Link to="/compare" {...props} />}>
          {runsText.compareLinks}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => setMoving(true)}>
          {runsText.move}
        </Button>
      </div>
      {view.show === 'links' && <LinkList />}
      {view.show === 'drafts' && <DraftList view={view} onView={change} />}
      {view.show === 'experiments' && <ExperimentList view={view} onView={change} />}
      {view.show === undefined && <RunList view={view} onView={change} />}
      {isMoving && <MoveSheet onClose={() => setMoving(false)} />}
    </main>
  );
}
