import { useState } from 'react';

import { countOf } from '@/analysis/numbers/shown';

import { Fold } from '../fields/Fold';
import { ScenarioForm } from '../form/ScenarioForm';
import type { CheckedText } from '../document/useCheckedText';
import type { EditedDocument } from '../document/useDocument';
import type { Varying } from '../vary/useVarying';
import styles from './canvas.module.css';

interface CanvasScenarioProps {
  readonly document: EditedDocument;
  readonly checked: CheckedText;
  readonly varying: Varying;
}

/** The scenario of every cell, to be changed in place: its flows, its links and all the rest. */
export function CanvasScenario({ document, checked, varying }: CanvasScenarioProps) {
  const [row, setRow] = useState(0);
  const { flows } = checked.value ?? {};
  const groupCount = Array.isArray(flows) ? flows.length : 0;
  return (
    <section aria-labelledby="canvas-scenario" className={styles.scenario}>
      <h2 id="canvas-scenario">The scenario</h2>
      <Fold
        title={`Add flows or change values (${countOf(groupCount, 'group')} of flows)`}
        isForced={checked.problems.length > 0}
      >
        <ScenarioForm
          {...{ document, checked, varying, row }}
          onRow={setRow}
          onJson={() => undefined}
        />
      </Fold>
    </section>
  );
}
