/** Starts Python in a worker, with the service's rules at hand. */

/** What is used of Pyodide. */
export interface Pyodide {
  readonly unpackArchive: (
    archive: ArrayBuffer,
    format: string,
    options: { extractDir: string },
  ) => void;
  readonly runPython: (code: string) => unknown;
  readonly registerJsModule: (name: string, module: object) => void;
  readonly unregisterJsModule: (name: string) => void;
}

interface PyodideModule {
  readonly loadPyodide: (options: { indexURL: string }) => Promise<Pyodide>;
}

const PACKAGES = '/lab-packages';
const FIND_PACKAGES = `
import sys
sys.path.insert(0, ${JSON.stringify(PACKAGES)})
`;

/** `folder`: where the site's Python lies. */
export async function startPython(folder: string): Promise<Pyodide> {
  const packages = fetch(new URL('packages.zip', folder)).then((answer) => {
    if (!answer.ok) throw new Error(`packages.zip could not be loaded (${answer.status}).`);
    return answer.arrayBuffer();
  });
  const address = new URL('pyodide.mjs', folder).href;
  const { loadPyodide } = (await import(/* @vite-ignore */ address)) as PyodideModule;
  const python = await loadPyodide({ indexURL: folder });
  python.unpackArchive(await packages, 'zip', { extractDir: PACKAGES });
  python.runPython(FIND_PACKAGES);
  return python;
}
