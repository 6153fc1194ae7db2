import { parseRunView, type RunView } from '@/state/url';

/** What names runs: a link holds its own. */
const OF_RUNS: ReadonlySet<string> = new Set(['with', 'base']);

/** What of a page's address goes into a link: all but the runs, which the link itself holds. */
export function sharedView(address: string): string {
  const parameters = new URL(address).searchParams;
  for (const name of OF_RUNS) parameters.delete(name);
  return parameters.toString();
}

/** The other way round. What today's page does not know is left out, so that old links open. */
export function viewOf(stored: string): RunView {
  const raw: Record<string, unknown> = {};
  for (const [name, text] of new URLSearchParams(stored)) {
    if (!OF_RUNS.has(name)) raw[name] = valueOf(text);
  }
  return parseRunView(raw);
}

/** Numbers and switches stand in an address as JSON, words as they are. */
function valueOf(text: string): unknown {
  if (text === 'true') return true;
  const number = Number(text);
  return text !== '' && Number.isFinite(number) ? number : text.replace(/^"(.*)"$/, '$1');
}
