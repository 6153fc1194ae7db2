/** What the service answers in every lab alike; `./lab site` has written it into files. */
import { fileUrl } from './address';

interface About {
  readonly format: number;
  readonly behaviour_version: number;
  /** Files of modules by their behaviour; older sites say nothing of them. */
  readonly cores?: Readonly<Record<number, string>>;
  /** Paths below /api that have a file. */
  readonly answers: readonly string[];
}

let about: Promise<About> | null = null;

export function readAbout(): Promise<About> {
  about ??= fetch(fileUrl('lab-site.json')).then((answer) => {
    if (!answer.ok) throw new Error('lab-site.json is missing: the site is not whole.');
    return answer.json() as Promise<About>;
  });
  return about;
}

/** null: there is no file of it. */
export async function fixedAnswer(path: string): Promise<Response | null> {
  const { answers } = await readAbout();
  const name = path.replace(/^\/api\//, '');
  return answers.includes(name) ? fetch(fileUrl(`answers/${name}.json`)) : null;
}
