/** What of a page's address goes into a link: all but `without`, which the link itself holds. */
export function sharedView(address: string, without: readonly string[] = []): string {
  const parameters = new URL(address).searchParams;
  for (const name of without) parameters.delete(name);
  return parameters.toString();
}

/** The other way round, as the router reads an address. The page drops what it does not know. */
export function viewOf(stored: string): Record<string, unknown> {
  const raw: Record<string, unknown> = {};
  for (const [name, text] of new URLSearchParams(stored)) raw[name] = valueOf(text);
  return raw;
}

/** Numbers and switches stand in an address as JSON, words as they are. */
function valueOf(text: string): unknown {
  if (text === 'true') return true;
  const number = Number(text);
  return text !== '' && Number.isFinite(number) ? number : text.replace(/^"(.*)"$/, '$1');
}
