/** Python with the service's own rules, in a thread of its own; it answers in turn. */
import type { PythonAnswer, PythonFileQuestion, PythonPlace, PythonQuestion } from './messages';
import { type Pyodide, startPython } from './start';

type Answering = (question: string, text: string) => string;
/** What Python gives is its own until it is copied. */
interface Copied {
  readonly toJs: () => [text: string, bytes: Uint8Array<ArrayBuffer>];
  readonly destroy: () => void;
}
type Writing = (text: string, values: Uint8Array) => Copied;

interface Ready {
  readonly python: Pyodide;
  readonly answering: Answering;
}

const START = `
from lab.site.in_page import answer
answer
`;

/** Imported for the first file. */
const FILES = `
from lab.site.files import write_file
lambda text, values: write_file(text, values.to_bytes())
`;

let starting: Promise<Ready> | null = null;
let writing: Writing | null = null;

self.onmessage = ({ data }: MessageEvent<PythonPlace | PythonQuestion | PythonFileQuestion>) => {
  if ('folder' in data) starting = start(data.folder);
  else if (starting !== null) void respond(starting, data);
};

async function respond(starting: Promise<Ready>, asked: PythonQuestion | PythonFileQuestion) {
  const { id, text } = asked;
  let answer: PythonAnswer;
  try {
    const ready = await starting;
    if ('values' in asked) answer = { id, ...fileOf(ready, asked) };
    else answer = { id, text: ready.answering(asked.question, text) };
  } catch (error) {
    answer = { id, problem: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
}

function fileOf({ python }: Ready, { text, values }: PythonFileQuestion) {
  writing ??= python.runPython(FILES) as Writing;
  const written = writing(text, new Uint8Array(values.buffer));
  const [answer, bytes] = written.toJs();
  written.destroy();
  return { text: answer, bytes };
}

async function start(folder: string): Promise<Ready> {
  const python = await startPython(folder);
  return { python, answering: python.runPython(START) as Answering };
}
