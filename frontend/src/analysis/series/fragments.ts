/** Pieces of sentences, in which names and numbers may stand out. */

/** A piece of a sentence; `group` gives it that flow group's hue. */
export interface Fragment {
  readonly text: string;
  readonly isStrong?: boolean;
  readonly group?: number;
}

/** A whole sentence as it is read, in which names and numbers may stand out. */
export function phrase(
  texts: TemplateStringsArray,
  ...parts: readonly (string | Fragment | readonly Fragment[])[]
): Fragment[] {
  const fragments: Fragment[] = [];
  let plain = texts[0] ?? '';
  parts.forEach((part, index) => {
    if (typeof part === 'string') plain += part;
    else {
      if (plain !== '') fragments.push({ text: plain });
      fragments.push(...[part].flat());
      plain = '';
    }
    plain += texts[index + 1] ?? '';
  });
  return plain === '' ? fragments : [...fragments, { text: plain }];
}

export function strong(text: string): Fragment {
  return { text, isStrong: true };
}

/** “A”, “A and B”, “A, B and C”. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
