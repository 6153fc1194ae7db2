import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';

import { isModuleFile, shortModuleName } from '@/analysis/scenario/modules';
import {
  useForgetModule,
  useMyModules,
  useStoreModule,
  type ModuleListed,
} from '@/api/algorithms/modules';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { useWaitingModule, waitForStoring } from '@/state/waitingModule';
import { passFileOn, useDroppedFile } from '@/ui/fields/useDroppedFile';

import styles from './own.module.css';

/** Algorithms of one's own: what is stored of this browser, and a form that stores another. */
export function YourAlgorithm() {
  const { data, error, refetch } = useMyModules();
  const [stored, setStored] = useState('');
  return (
    <section className={styles.own} aria-labelledby="your-algorithm">
      <h2 id="your-algorithm">Your algorithm</h2>
      <p className="quiet">
        A WebAssembly module with the functions that docs/own-algorithms.md specifies. It runs on
        the server. Once it is stored, choose it for flows in the builder like any other algorithm.
        Anyone who gets a run or a link with it can read it and its source.
      </p>
      <p className={styles.ways}>
        <Button renderRoot={(props) => <Link to="/algorithms/write" {...props} />}>
          Write an algorithm
        </Button>
        <span className="quiet">
          here in the page; ./lab algorithm new writes a first one in C, Zig, Rust or AssemblyScript
          to store as a file below.
        </span>
      </p>
      <StoreForm onStored={setStored} />
      <p role="status" className="small">
        {stored}
      </p>
      {error !== null && (
        <Note
          tone="bad"
          title="Your modules could not be loaded"
          action={{ label: 'Try again', onClick: () => void refetch() }}
        />
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.modules} aria-label="Your modules">
          {data.map((module) => (
            <ModuleRow key={module.name} module={module} onForgotten={setStored} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Names of files that modules are compiled from; other dropped files belong elsewhere. */
const SOURCE = /\.(?:c|h|cc|cpp|cxx|hpp|rs|zig|go|ts|js|wat)$/i;

function StoreForm({ onStored }: { readonly onStored: (text: string) => void }) {
  const id = useId();
  const store = useStoreModule();
  const module = useWaitingModule();
  const setModule = waitForStoring;
  const [source, setSource] = useState<File | null>(null);
  const [buildLine, setBuildLine] = useState('');
  const [licence, setLicence] = useState('');
  const isOver = useDroppedFile((file) => {
    if (isModuleFile(file)) setModule(file);
    else if (SOURCE.test(file.name) || !passFileOn(file)) setSource(file);
  });
  const submit = () => {
    if (module === null) return;
    onStored('');
    store.mutate(
      { module, source, buildLine, licence },
      {
        onSuccess: ({ description }) => {
          onStored(`${description.title} is stored.`);
          setModule(null);
        },
      },
    );
  };
  return (
    <form
      className={styles.form}
      data-over={isOver || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FileLine
        id={`${id}-module`}
        label="Module (.wasm)"
        accept=".wasm,application/wasm"
        file={module}
        onFile={setModule}
      />
      <FileLine id={`${id}-source`} label="Source (optional)" file={source} onFile={setSource} />
      <label htmlFor={`${id}-build`}>Build command (optional)</label>
      <input
        id={`${id}-build`}
        className={styles.text}
        maxLength={500}
        value={buildLine}
        onChange={({ target }) => setBuildLine(target.value)}
      />
      <label htmlFor={`${id}-licence`}>Licence of the source (optional)</label>
      <input
        id={`${id}-licence`}
        className={styles.text}
        maxLength={500}
        value={licence}
        onChange={({ target }) => setLicence(target.value)}
      />
      <Button type="submit" variant="filled" disabled={module === null || store.isPending}>
        {store.isPending ? 'Storing' : 'Store the module'}
      </Button>
      {store.error !== null && (
        <Note tone="bad" title="The module was not stored">
          {store.error.message}
        </Note>
      )}
    </form>
  );
}

interface FileLineProps {
  readonly id: string;
  readonly label: string;
  readonly accept?: string;
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
}

function FileLine({ id, label, accept, file, onFile }: FileLineProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <div className={styles.file}>
        <input
          id={id}
          type="file"
          accept={accept}
          onChange={({ target }) => onFile(target.files?.[0] ?? null)}
        />
        {file !== null && <span className="small quiet">{`${file.name}, ${file.size} bytes`}</span>}
      </div>
    </>
  );
}

interface ModuleRowProps {
  readonly module: ModuleListed;
  readonly onForgotten: (text: string) => void;
}

function ModuleRow({ module, onForgotten }: ModuleRowProps) {
  const { name, sha256, byte_count: bytes, description, licence } = module;
  const forget = useForgetModule();
  const { summary = '', parameters = [] } = description;
  return (
    <li>
      <h3>
        <Link to="/algorithms/$name" params={{ name }}>
          {description.title}
        </Link>
      </h3>
      <p className="small quiet">
        {[shortModuleName(name), `${bytes} bytes`, licence]
          .filter((text) => text !== '')
          .join(', ')}
      </p>
      {summary !== '' && <p>{summary}</p>}
      {parameters.length === 0 ? (
        <p className="small">No parameters.</p>
      ) : (
        <dl className={styles.parameters}>
          {parameters.map((each) => (
            <div key={each.name}>
              <dt>
                <code>{each.name}</code>
              </dt>
              <dd>{`${each.minimum} to ${each.maximum}, default ${each.default}`}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.actions}>
        <a href={`/api/algorithms/modules/${sha256}/file`} download>
          Download
        </a>
        <Link to="/league" hash="entries">
          Enter it in the league
        </Link>
        <Button
          size="xs"
          disabled={forget.isPending}
          aria-label={`Remove ${description.title}, ${shortModuleName(name)}`}
          onClick={() =>
            forget.mutate(name, {
              onSuccess: () => onForgotten(`${description.title} is removed from your list.`),
            })
          }
        >
          Remove
        </Button>
      </p>
      {forget.error !== null && (
        <Note tone="bad" title="The module was not removed">
          {forget.error.message}
        </Note>
      )}
    </li>
  );
}
