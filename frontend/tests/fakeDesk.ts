/** What takes files that have no place on a page, in place of its dialogs: `vi.mock` loads it. */
export const taken: string[] = [];

export function FileDesk({ dropped }: { dropped: { readonly file: File } | null }) {
  if (dropped !== null && taken.at(-1) !== dropped.file.name) taken.push(dropped.file.name);
  return null;
}
