import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { parseJson } from '@/analysis/scenario/fields/json';
import { kindTitle } from '@/analysis/labs/newStep';
import { isObject } from '@/analysis/scenario/fields/fieldPath';
import { CodeArea } from '@/ui/fields/CodeArea';

import { useDraftPlace } from '../editing';
import { Problems } from './fields';
import styles from './form.module.css';

interface JsonStepProps {
  readonly path: string;
  /** There is no form for its kind. */
  readonly isUnknown: boolean;
}

const NO_LINES = new Set<number>();

/** A step as the file has it. A text that is no JSON stays here until it is one. */
export function JsonStep({ path, isUnknown }: JsonStepProps) {
  const { value, problems, set } = useDraftPlace(path);
  const shown = JSON.stringify(value ?? {}, null, 2);
  const [typed, setTyped] = useState<{ text: string; of: string; why: string } | null>(null);
  // The typed text is kept as long as the step equals its result.
  const isTyped = typed?.of === shown;
  const onChange = (text: string) => {
    const read = readJson(text);
    if (typeof read === 'string') {
      setTyped({ text, of: shown, why: read });
      return;
    }
    setTyped({ text, of: JSON.stringify(read, null, 2), why: '' });
    set(read);
  };
  const why = isTyped ? typed.why : '';
  return (
    <div className={styles.form} data-path={path}>
      {isUnknown && (
        <p className="quiet">{t`There is no form for a step of the kind “${kindTitle(value)}” yet: it is edited as the file has it.`}</p>
      )}
      <div className={styles.json}>
        <CodeArea
          label={t`Step as JSON`}
          value={isTyped ? typed.text : shown}
          markedLines={NO_LINES}
          onChange={onChange}
        />
      </div>
      {why !== '' && <p role="alert" className={styles.bad}>{t`Not kept yet: ${why}`}</p>}
      <Problems problems={problems} />
    </div>
  );
}

/** The object, or why it is none. */
function readJson(text: string): object | string {
  try {
    const value: unknown = parseJson(text);
    return isObject(value) ? value : t`a step is a JSON object: ${'{ "kind": "text", … }'}.`;
  } catch (error) {
    return error instanceof Error ? error.message : t`it is no JSON.`;
  }
}
