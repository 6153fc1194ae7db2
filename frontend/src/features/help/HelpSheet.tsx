import { Link } from '@tanstack/react-router';

import { useCoreVersion, useOlderCoreVersions } from '@/api/lab';
import { Dialog } from '@/ui/overlay/Dialog';
import { Kbd } from '@/ui/Kbd';
import { Pill } from '@/ui/Pill';
import { definitions } from '@/analysis/numbers/definitions';

import styles from './help.module.css';
import { keyLists, type KeyList } from './keyLists';

const ABOUT = [
  'A packet-level simulator computes all numbers. The same scenario, seed and behaviour of the core give the same result, bit for bit, on this page and on the command line.',
  'Summaries use all packets, never the curves. Curves are thinned to the lowest and highest value of each pixel and fetched again when you zoom in.',
  'The page of each algorithm gives the public source of every default.',
] as const;

/** Keys by page and the meaning of the metrics. */
export function HelpSheet({ path, onClose }: { path: string; onClose: () => void }) {
  return (
    <Dialog title="Help" onClose={onClose} closingKey="?" isWide>
      <div className={styles.columns}>
        <Keys path={path} />
        <section>
          <h3>What the numbers mean</h3>
          <dl className={styles.metrics}>
            {metricDefinitions.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <About />
          <p>
            <Link to="/algorithms" onClick={onClose}>
              Algorithms, their states and parameters
            </Link>
          </p>
        </section>
      </div>
    </Dialog>
  );
}

/** The keys of the page that is open come first. */
function Keys({ path }: { path: string }) {
  const isHere = (list: KeyList) => list.path?.test(path) === true;
  const lists = [...keyLists.filter(isHere), ...keyLists.filter((list) => !isHere(list))];
  return (
    <section>
      <h3>Keys</h3>
      <p className="small quiet">
        Single keys are off while you type in a field, and a control in focus keeps its own keys. On
        a Mac, Ctrl is ⌘.
      </p>
      {lists.map((list) => (
        <div key={list.page} className={styles.page}>
          <h4>
            {list.page} {isHere(list) && <Pill>this page</Pill>}
          </h4>
          <dl>
            {list.keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((part) => (
                    <Kbd key={part} isLasting>
                      {part}
                    </Kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

function About() {
  const core = useCoreVersion();
  const older = useOlderCoreVersions();
  return (
    <div className={styles.about}>
      <h3>Where the numbers come from</h3>
      {ABOUT.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>Core of new runs: {core === null ? 'not known yet' : <code>{core}</code>}</p>
      {older.length > 0 && (
        <p>
          Some workers of this lab have an older core: {older.join(', ')}. They get no new runs, so
          that all new runs behave the same. The operator of the lab can upgrade or stop them.
        </p>
      )}
    </div>
  );
}

interface Definition {
  readonly name: string;
  readonly text: string;
}

/** The meaning of the numbers, in the order of the help sheet. */
const metricDefinitions: readonly Definition[] = [
  definitions.throughput,
  definitions.goodput,
  {
    name: 'Fair share',
    text: 'What max-min fairness gives a flow: the rates of all flows grow alike, and a flow stops where a link of its path is full or where it has no more to send.',
  },
  { ...definitions.jain, name: 'Jain’s index' },
  {
    name: 'STDR',
    text:
      '(a − b) / (a + b) of the mean throughputs of the first two groups. 0 is equal; 1 or −1 ' +
      'is one group alone.',
  },
  { ...definitions.utilisation, name: 'Utilisation' },
  {
    name: 'BDP',
    text: 'Bandwidth-delay product: the rate of the bottleneck times a flow’s RTT without queueing. A flow alone needs this much in flight to fill the link.',
  },
  {
    name: 'Queue',
    text: 'Data waiting at the bottleneck, without the packet in transmission. Means are weighted by time.',
  },
];
