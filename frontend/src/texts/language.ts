import type { Messages } from '@lingui/core';

/** English is written in the code; every other language is a folder of catalogues. */
export const SOURCE_LANGUAGE = 'en';

type Catalogues = Readonly<Record<string, () => Promise<{ messages: Messages }>>>;

/** A file for each language and page (docs/decisions/0008); English has none. */
const CATALOGUES: Catalogues = import.meta.glob<{ messages: Messages }>(['./*/*.po', '!./en/*.po']);

/** The first language of the browser that the texts are in, else English. */
export function chosenLanguage(
  wanted: readonly string[],
  catalogues: Catalogues = CATALOGUES,
): string {
  const known = new Set([SOURCE_LANGUAGE, ...Object.keys(catalogues).map(languageOf)]);
  const names = wanted.flatMap((name) => [name, name.split('-')[0] ?? name]);
  return names.find((name) => known.has(name)) ?? SOURCE_LANGUAGE;
}

/** Loads the texts of a language, before any page of them is fetched. A missing text is English. */
export async function loadLanguage(
  language: string,
  catalogues: Catalogues = CATALOGUES,
): Promise<void> {
  const { i18n } = await import('./i18n');
  const wanted = Object.keys(catalogues).filter((path) => languageOf(path) === language);
  const loaded = await Promise.all(wanted.map((path) => catalogues[path]?.()));
  for (const { messages } of loaded.filter((each) => each !== undefined)) {
    i18n.load(language, messages);
  }
  i18n.activate(language);
}

/** `./de/labs.po` is German. */
const languageOf = (path: string) => path.split('/')[1] ?? '';
