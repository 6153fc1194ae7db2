import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { scenarioLine } from '@/analysis/labs/scenario';
import { scenarioLink } from '@/analysis/links/scenarioLink';
import { withValue } from '@/analysis/labs/draft';
import { getAt, isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { useAlgorithmTitle } from '@/api/catalog';
import { Button } from '@/ui/Button';

import { useDraftPlace, useEditing } from '../editing';
import { NumberBox, Problems } from './fields';
import styles from './form.module.css';
import { ScenarioDialog } from './ScenarioDialog';

interface ScenarioPartProps {
  readonly path: string;
  readonly hasSeed?: boolean;
}

/** The step's scenario in one sentence, and ways to choose another. */
export function ScenarioPart({ path, hasSeed = true }: ScenarioPartProps) {
  const { draft, change } = useEditing();
  const { value, problems } = useDraftPlace(`${path}.scenario`);
  const titleOf = useAlgorithmTitle();
  const [isOpen, setOpen] = useState(false);
  const seed = getAt(draft, `${path}.seed`);
  const choose = (scenario: JsonObject, chosenSeed: number | null) => {
    setOpen(false);
    change((now) => {
      const next = withValue(now, `${path}.scenario`, scenario);
      return chosenSeed === null || !hasSeed ? next : withValue(next, `${path}.seed`, chosenSeed);
    }, '');
  };
  return (
    <section className={styles.part} aria-label={t`Scenario`} data-path={`${path}.scenario`}>
      <h2>{t`Scenario`}</h2>
      <p className={styles.facts}>
        {isObject(value) ? scenarioLine(value, titleOf) : t`None yet: choose one.`}
      </p>
      <Problems problems={problems} />
      <div className="row middle wraps">
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t`Choose a scenario`}
        </Button>
        {isObject(value) && (
          <Button
            renderRoot={(props) => (
              <a
                href={scenarioLink(
                  { content: value, seed: typeof seed === 'number' ? seed : 1 },
                  window.location.origin,
                )}
                target="_blank"
                rel="noreferrer"
                {...props}
              />
            )}
          >
            {t`Open in the builder ↗`}
          </Button>
        )}
      </div>
      <p className="small faint">
        {t`The builder opens in another tab: run your changed scenario there, then choose it here from your runs.`}
      </p>
      {hasSeed && <NumberBox path={`${path}.seed`} label={t`Seed`} />}
      {isOpen && (
        <ScenarioDialog
          present={isObject(value) ? value : {}}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
