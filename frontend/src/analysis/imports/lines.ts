/** The lines of a text one by one: a list of all of them would be as large as the file again. */
export function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const to = text.indexOf('\n', from);
    const end = to < 0 ? text.length : to;
    yield text.charCodeAt(end - 1) === 13 ? text.slice(from, end - 1) : text.slice(from, end);
    from = end + 1;
  }
}

/** The first lines of a text that say anything. */
export function firstLines(text: string, most: number): string[] {
  const found: string[] = [];
  for (const line of linesOf(text.slice(0, 1e6))) {
    if (line.trim() !== '') found.push(line);
    if (found.length === most) break;
  }
  return found;
}
