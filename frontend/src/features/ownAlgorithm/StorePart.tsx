import { Link, useNavigate } from '@tanstack/react-router';
import { use, useId, useState } from 'react';

import { scenarioFragment } from '@/analysis/links/scenarioLink';
import { usePresets } from '@/api/catalog';
import { useStoreModule, type ModuleListed } from '@/api/algorithms/modules';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import type { Compiled } from './compiler/messages';
import { withAlgorithm } from './firstScenario';
import { StepOfLabContext, type StepOfLab } from './stepOfLab';
import { keepLicence, lastLicence } from './draft';
import styles from './write.module.css';

/** How the same bytes are made elsewhere, in a folder of `./lab algorithm new`. */
const BUILD_LINE =
  'npx -p assemblyscript@0.28.20 asc algorithm.ts --transform ./ccsim_module.mjs -O --use abort= -o algorithm.wasm';

interface Stored {
  readonly text: string;
  readonly module: ModuleListed;
}

interface StorePartProps {
  readonly text: string;
  /** null: not of this text. */
  readonly compiled: Compiled | null;
}

/** Stores what was compiled, and takes it to a scenario. */
export function StorePart({ text, compiled }: StorePartProps) {
  const id = useId();
  const store = useStoreModule();
  const step = use(StepOfLabContext);
  const [licence, setLicence] = useState(lastLicence);
  const [stored, setStored] = useState<Stored | null>(null);
  const bytes = compiled !== null && 'bytes' in compiled ? compiled.bytes : null;
  const submit = () => {
    if (bytes === null || store.isPending) return;
    keepLicence(licence);
    const module = new File([bytes], 'algorithm.wasm');
    const source = new File([text], 'algorithm.ts');
    store.mutate(
      { module, source, buildLine: BUILD_LINE, licence },
      { onSuccess: (answer) => setStored({ text, module: answer }) },
    );
  };
  return (
    <section className={styles.store}>
      <h2>Store and run</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label htmlFor={`${id}-licence`}>Licence of the source (optional)</label>
        <input
          id={`${id}-licence`}
          className="touch-field"
          maxLength={500}
          value={licence}
          onChange={({ target }) => setLicence(target.value)}
        />
        <Button type="submit" variant="filled" disabled={bytes === null || store.isPending}>
          {store.isPending ? 'Storing' : 'Store the module'}
        </Button>
      </form>
      <p className="small quiet">
        The source is stored too; the first line of a fork says what it was forked from. Anyone who
        gets a run or a link with it can read both.
      </p>
      {store.error !== null && (
        <Note tone="bad" title="The module was not stored">
          {store.error.message}
        </Note>
      )}
      <p role="status">{stored === null ? '' : words(stored, text)}</p>
      {stored !== null && (
        <p className={styles.onward}>
          {step === null ? (
            <UseIt module={stored.module} />
          ) : (
            <UseInStep step={step} name={stored.module.name} />
          )}
          <Link to="/algorithms/$name" params={{ name: stored.module.name }}>
            Its page
          </Link>
          <Link to="/league" hash="entries">
            Enter it in the league
          </Link>
        </p>
      )}
    </section>
  );
}

function words({ text, module }: Stored, now: string): string {
  const { title } = module.description;
  return text === now
    ? `${title} is stored.`
    : `${title} is stored as it was before the last changes.`;
}

/** A first scenario in which the first group of flows has the algorithm. */
function UseIt({ module }: { readonly module: ModuleListed }) {
  const navigate = useNavigate();
  const preset = usePresets().data?.[0]?.variants[0]?.scenario;
  if (preset === undefined) return null;
  const content = { ...withAlgorithm(preset, module.name, module.description.title) };
  return (
    <Button
      onClick={() =>
        void navigate({ to: '/build', hash: scenarioFragment({ content, seed: 1 }).slice(1) })
      }
    >
      Use it in a scenario
    </Button>
  );
}

/** Back to the lab, with the module chosen there. */
function UseInStep({ step, name }: { readonly step: StepOfLab; readonly name: string }) {
  const navigate = useNavigate();
  const { attemptId, stepId, title, choose } = step;
  return (
    <Button
      onClick={() => {
        choose(name);
        void navigate({
          to: '/labs/attempts/$attemptId',
          params: { attemptId },
          search: { step: stepId },
        });
      }}
    >
      {`Use it in the step ${title}`}
    </Button>
  );
}
