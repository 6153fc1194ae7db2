import { Link, useSearch } from '@tanstack/react-router';

import { partsOf, USUAL_SEEDS, wrapped } from '@/analysis/experiment/document';
import { parseText } from '@/analysis/scenario/problems/problems';
import { Button } from '@/ui/Button';

import { Canvas } from './Canvas';
import { CanvasBase } from './CanvasBase';
import { SourceFailed } from '../document/SourceFailed';
import { useSource, type Source } from '../document/useSource';

/** A new experiment from nothing: what it begins with, what varies, and what that comes to. */
export function CanvasPage() {
  const view = useSearch({ from: '/experiments/new' });
  const state = useSource(view);
  if (Object.values(view).every((each) => each === undefined)) return <CanvasBase />;
  if (state.state === 'loading') return <main className="page-state" aria-busy="true" />;
  if (state.state === 'failed') {
    return (
      <SourceFailed
        title="The starting scenario could not be loaded"
        message={state.message}
        onRetry={state.retry}
      >
        <Button renderRoot={(props) => <Link to="/experiments/new" {...props} />}>
          Choose something else
        </Button>
      </SourceFailed>
    );
  }
  return <Canvas key={state.source.key} source={asExperiment(state.source)} view={view} />;
}

/** The scenario of a source as an experiment of one cell. What is one already stays as it is. */
function asExperiment(source: Source): Source {
  const { value } = parseText(source.text);
  const { scenario, experiment } = partsOf(value);
  if (scenario === null || experiment !== null) return source;
  const name = typeof scenario.name === 'string' ? scenario.name : '';
  const replications = { count: USUAL_SEEDS, first_seed: source.seed };
  return { ...source, text: wrapped(source.text, name, { axes: [], replications }) };
}
