import { Link } from '@tanstack/react-router';

import { useCoreVersion } from '@/api/lab';
import { helpText, keyLists, metricDefinitions, type KeyList } from '@/messages/help';
import { Dialog } from '@/ui/Dialog';
import { Kbd } from '@/ui/Kbd';
import { Pill } from '@/ui/Pill';

import styles from './help.module.css';

/** Keys by page and the meaning of the metrics. */
export function HelpSheet({ path, onClose }: { path: string; onClose: () => void }) {
  return (
    <Dialog title={helpText.title} onClose={onClose} closingKey="?" isWide>
      <div className={styles.columns}>
        <Keys path={path} />
        <section>
          <h3>{helpText.metricsTitle}</h3>
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
              {helpText.more}
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
      <h3>{helpText.keysTitle}</h3>
      <p className="small quiet">{helpText.keysNote}</p>
      {lists.map((list) => (
        <div key={list.page} className={styles.page}>
          <h4>
            {list.page} {isHere(list) && <Pill>{helpText.here}</Pill>}
          </h4>
          <dl>
            {list.keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((part) => (
                    <Kbd key={part}>{part}</Kbd>
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
  return (
    <div className={styles.about}>
      <h3>{helpText.aboutTitle}</h3>
      {helpText.about.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>
        {helpText.core}: {core === null ? helpText.coreUnknown : <code>{core}</code>}
      </p>
    </div>
  );
}
