import { Link, useSearch } from '@tanstack/react-router';

import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { Editor } from './Editor';
import { useLinkedSource } from './useLinkedSource';
import { useSource } from './useSource';

/** A scenario as text, checked while it is typed. */
export function BuildPage() {
  const named = useSource(useSearch({ from: '/build' }));
  const state = useLinkedSource() ?? named;
  if (state.state === 'loading') return <main className="page-state" aria-busy="true" />;
  if (state.state === 'failed') {
    return (
      <main className="page-state">
        <Note
          tone="bad"
          title="The scenario to edit could not be loaded"
          action={{ label: 'Try again', onClick: state.retry }}
        >
          {state.message}
        </Note>
        <Button renderRoot={(props) => <Link to="/build" reloadDocument {...props} />}>
          Edit the last draft of this browser
        </Button>
      </main>
    );
  }
  return <Editor key={state.source.key} source={state.source} />;
}
