import { Link, useSearch } from '@tanstack/react-router';

import { Button } from '@/ui/Button';

import { Editor } from './Editor';
import { useLinkedSource } from './document/useLinkedSource';
import { SourceFailed } from './document/SourceFailed';
import { useSource } from './document/useSource';

/** A scenario as text, checked while it is typed. */
export function BuildPage() {
  const named = useSource(useSearch({ from: '/build' }));
  const state = useLinkedSource() ?? named;
  if (state.state === 'loading') return <main className="page-state" aria-busy="true" />;
  if (state.state === 'failed') {
    return (
      <SourceFailed
        title="The scenario to edit could not be loaded"
        message={state.message}
        onRetry={state.retry}
      >
        <Button renderRoot={(props) => <Link to="/build" reloadDocument {...props} />}>
          Edit the last draft of this browser
        </Button>
      </SourceFailed>
    );
  }
  return <Editor key={state.source.key} source={state.source} />;
}
