import { helpText } from '@/analysis/scenario/fieldWords';
import { Term } from '@/ui/Term';

import styles from '../fields/field.module.css';
import { FieldProblems } from '../fields/FieldProblems';
import { useField, useForm } from '../fields/formContext';
import { linkIds } from './LinksSection';

/** The links that a flow or its ACKs pass, in order. */
export function PathField({ path }: { path: string }) {
  const { scenario } = useForm();
  const state = useField(path);
  if (state === null) return null;
  const { field, effective, problems, set } = state;
  const chosen = Array.isArray(effective) ? effective.filter((id) => typeof id === 'string') : [];
  const others = linkIds(scenario).filter((id) => !chosen.includes(id));
  const change = (ids: readonly string[]) => {
    const isFallback = JSON.stringify(ids) === JSON.stringify(field.fallback);
    set(isFallback ? undefined : ids);
  };
  return (
    <div className={styles.field} data-path={path}>
      <div className={styles.stack}>
        <span className={styles.named}>
          <Term name={field.title} definition={helpText(field)} />
        </span>
        <ol className={styles.route} aria-label={field.title}>
          {chosen.length === 0 && <li className="quiet">no link</li>}
          {chosen.map((id) => (
            <li key={id}>
              <button
                type="button"
                aria-label={`Take ${id} out of ${field.title.toLowerCase()}`}
                onClick={() => change(chosen.filter((each) => each !== id))}
              >
                {id} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ol>
        {others.length > 0 && (
          <select
            className={styles.select}
            aria-label={`Add a link to ${field.title.toLowerCase()}`}
            value=""
            onChange={(event) => change([...chosen, event.target.value])}
          >
            <option value="">add a link</option>
            {others.map((id) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        )}
      </div>
      <FieldProblems problems={problems} />
    </div>
  );
}
