import { Link } from '@tanstack/react-router';

import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { NEEDS_SERVER } from './problems';

/** In the place of a page that only a lab with a server has. */
export function NeedsServer() {
  return (
    <main className="page-state">
      <h1>Needs a server</h1>
      <Note tone="plain" title="Not on this site">
        {NEEDS_SERVER}
      </Note>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>See the known cases</Button>
    </main>
  );
}
