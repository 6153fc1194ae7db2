import { Link } from '@tanstack/react-router';

import { forkedFrom, isForEditor } from '@/analysis/scenario/changes/forks';
import { digestOf, shortModuleName } from '@/analysis/scenario/modules';
import { countOf } from '@/analysis/numbers/shown';
import { useModule, type ModuleRead } from '@/api/algorithms/modules';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './own.module.css';

/** A user's own algorithm: its description, its source, and a copy of it to edit. */
export function ModulePage({ name }: { readonly name: string }) {
  const { data, error, refetch } = useModule(name);
  usePageTitle(data?.description.title ?? 'Algorithms');
  return (
    <main className="page-list" aria-busy={data === undefined && error === null}>
      {error !== null && (
        <Note
          tone="bad"
          title="The module could not be loaded"
          action={{ label: 'Try again', onClick: () => void refetch() }}
        >
          {error.message} <Link to="/algorithms">All algorithms</Link>
        </Note>
      )}
      {data !== undefined && <Content module={data} />}
    </main>
  );
}

function Content({ module }: { readonly module: ModuleRead }) {
  const { name, description, source_text: source } = module;
  return (
    <>
      <header>
        <h1 className="page-title">{description.title}</h1>
        {description.summary !== '' && <p>{description.summary}</p>}
        <ForkedFrom source={source} />
        <p className={styles.actions}>
          {isForEditor(source) && (
            <Button
              renderRoot={(props) => (
                <Link to="/algorithms/write" search={{ fork: name }} {...props} />
              )}
            >
              Edit a copy
            </Button>
          )}
          <a href={`/api/algorithms/modules/${digestOf(name)}/file`} download>
            Download the module
          </a>
        </p>
      </header>
      <dl className={styles.facts}>
        <Fact name="Module">
          <code>{name}</code>, {countOf(module.byte_count, 'byte')}
        </Fact>
        {module.licence !== '' && <Fact name="Licence of the source">{module.licence}</Fact>}
        {module.build_line !== '' && (
          <Fact name="Build command">
            <code>{module.build_line}</code>
          </Fact>
        )}
      </dl>
      <h2>Source</h2>
      {source === '' ? (
        <p className="quiet">None was stored.</p>
      ) : (
        <>
          <p className="small quiet">
            As it was stored; whether it compiles to these bytes is not checked.
          </p>
          <pre className={styles.source} tabIndex={0} aria-label="Source">
            {source}
          </pre>
        </>
      )}
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: React.ReactNode;
}

function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ForkedFrom({ source }: { readonly source: string }) {
  const origin = forkedFrom(source);
  const { data } = useModule(origin);
  if (origin === null) return null;
  return (
    <p>
      {'Forked from '}
      <Link to="/algorithms/$name" params={{ name: origin }}>
        {data === undefined
          ? shortModuleName(origin)
          : `${data.description.title}, ${shortModuleName(origin)}`}
      </Link>
      .
    </p>
  );
}
