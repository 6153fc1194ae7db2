/** Python with the service's own rules, in a thread of its own; it answers in turn. */
import type { PythonAnswer, PythonPlace, PythonQuestion } from './messages';

/** What is used of Pyodide. */
interface Pyodide {
  readonly unpackArchive: (
    archive: ArrayBuffer,
    format: string,
    options: { extractDir: string },
  ) => void;
  readonly runPython: (code: string) => unknown;
}

interface PyodideModule {
  readonly loadPyodide: (options: { indexURL: string }) => Promise<Pyodide>;
}

type Answering = (question: string, text: string) => string;

const PACKAGES = '/lab-packages';
const START = `
import sys
sys.path.insert(0, ${JSON.stringify(PACKAGES)})
from lab.site.in_page import answer
answer
`;

let starting: Promise<Answering> | null = null;

self.onmessage = ({ data }: MessageEvent<PythonPlace | PythonQuestion>) => {
  if ('folder' in data) starting = start(data.folder);
  else if (starting !== null) void respond(starting, data);
};

async function respond(ready: Promise<Answering>, { id, question, text }: PythonQuestion) {
  let answer: PythonAnswer;
  try {
    answer = { id, text: (await ready)(question, text) };
  } catch (error) {
    answer = { id, problem: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
}

async function start(folder: string): Promise<Answering> {
  const packages = fetch(new URL('packages.zip', folder)).then((answer) => {
    if (!answer.ok) throw new Error(`packages.zip could not be loaded (${answer.status}).`);
    return answer.arrayBuffer();
  });
  const address = new URL('pyodide.mjs', folder).href;
  const { loadPyodide } = (await import(/* @vite-ignore */ address)) as PyodideModule;
  const python = await loadPyodide({ indexURL: folder });
  python.unpackArchive(await packages, 'zip', { extractDir: PACKAGES });
  return python.runPython(START) as Answering;
}
