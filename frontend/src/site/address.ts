/** Where the files of the site lie: beside its page, wherever that is. */
const base = new URL('.', window.location.href.split('#')[0]);

export function fileUrl(path: string): URL {
  return new URL(path, base);
}
