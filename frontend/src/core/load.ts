/** The module's file: fetched and compiled once for the page, when it is first needed. */
import moduleUrl from './ccsim.wasm.br';

let loading: Promise<WebAssembly.Module> | null = null;

export function loadCore(): Promise<WebAssembly.Module> {
  loading ??= loadModule(moduleUrl).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

export async function loadModule(url: string): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The core could not be loaded (${answer.status}).`);
  return WebAssembly.compile(await answer.arrayBuffer());
}
