import { Link, useSearch } from '@tanstack/react-router';

import { Button } from '@/ui/Button';

import { SourceFailed } from '../document/SourceFailed';
import { useSource } from '../document/useSource';
import { CanvasBase } from './CanvasBase';
import { Canvas } from './Canvas';
import { asExperiment } from './canvasText';

/** A new experiment from nothing: what it begins with, what varies, and what that comes to. */
export function CanvasPage() {
  const view = useSearch({ from: '/experiments/new' });
  const state = useSource(view);
  if (Object.values(view).every((each) => each === undefined)) return <CanvasBase />;
  if (state.state === 'loading') return <main className="page-state" aria-busy="true" />;
  if (state.state === 'failed') {
    return (
      <SourceFailed
        title="What to begin with could not be loaded"
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
