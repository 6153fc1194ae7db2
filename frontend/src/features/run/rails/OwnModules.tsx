import { Link } from '@tanstack/react-router';

import { isForEditor } from '@/analysis/scenario/forks';
import { modulesIn } from '@/analysis/scenario/modules';
import { useModule } from '@/api/modules';
import type { Scenario } from '@/api/types';

/** The modules that flows run, each with its page and a copy for the editor. */
export function OwnModules({ scenario }: { readonly scenario: Scenario }) {
  const names = modulesIn(scenario);
  if (names.length === 0) return null;
  return (
    <section>
      <h2>WebAssembly modules</h2>
      <ul className="small">
        {names.map((name) => (
          <OwnModule key={name} name={name} />
        ))}
      </ul>
    </section>
  );
}

function OwnModule({ name }: { readonly name: string }) {
  const { data, error } = useModule(name);
  if (error !== null) return <li>{error.message}</li>;
  if (data === undefined) return <li aria-busy="true">{name.slice(0, 13)}</li>;
  return (
    <li>
      <Link to="/algorithms/$name" params={{ name }}>
        {data.description.title}
      </Link>
      {isForEditor(data.source_text) && (
        <>
          {', '}
          <Link to="/algorithms/write" search={{ fork: name }}>
            edit a copy
          </Link>
        </>
      )}
    </li>
  );
}
