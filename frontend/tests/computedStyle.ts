/**
 * What an element looks like where no style sheet is loaded. jsdom matches every rule of its own
 * sheet for every element that is asked about, and the queries by role ask about whole documents:
 * that was half of the time of all tests. Here it is asked once for each kind of element.
 */
const ask = window.getComputedStyle.bind(window);
const known = new Map<string, CSSStyleDeclaration>();

/** What jsdom's own sheet looks at, besides the tag. */
const OWN = ['hidden', 'open', 'type', 'style'];
/** What descendants inherit: `visibility` and `pointer-events` come from these. */
const INHERITED = ['hidden', 'style'];

export function computedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo || document.styleSheets.length > 0) return ask(element, pseudo);
  const kind = kindOf(element);
  let style = known.get(kind);
  if (style === undefined) {
    style = ask(element);
    known.set(kind, style);
  }
  return style;
}

function kindOf(element: Element): string {
  let kind = element.localName + attributesOf(element, OWN);
  for (let above = element.parentElement; above !== null; above = above.parentElement) {
    const inherited = attributesOf(above, INHERITED);
    if (inherited !== '') kind += `<${above.localName}${inherited}`;
  }
  return kind;
}

function attributesOf(element: Element, names: readonly string[]): string {
  if (!element.hasAttributes()) return '';
  let found = '';
  for (const name of names) {
    const value = element.getAttribute(name);
    if (value !== null) found += `[${name}=${value}]`;
  }
  return found;
}
