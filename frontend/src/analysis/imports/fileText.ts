/** The text of a file that a user opens, if it is no larger than such files are. */

/** Of a key or recovery file: one that is longer is none, and its start says so. */
export const MOST_KEY_BYTES = 1e6;

class TooLargeFileError extends Error {
  override readonly name = 'TooLargeFileError';
}

/** Throws `TooLargeFileError` before anything of a larger file is read. */
export async function fileText(file: Blob, mostBytes: number): Promise<string> {
  if (file.size > mostBytes) {
    const [size, most] = [megabytes(file.size), megabytes(mostBytes)];
    throw new TooLargeFileError(`It has ${size} MB; at most ${most} MB are read here.`);
  }
  return file.text();
}

function megabytes(bytes: number): string {
  return String(Number((bytes / 1e6).toPrecision(3)));
}
