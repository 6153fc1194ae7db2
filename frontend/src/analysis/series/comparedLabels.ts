/** Names that tell compared items apart, as short as can be. Pure. */
import { algorithmsText } from '@/analysis/scenario/differences';

export interface NamedItem {
  readonly name: string;
  /** The points of a cell in words; empty for runs. */
  readonly texts: readonly string[];
  /** Titles of the algorithms of its flow groups. */
  readonly algorithms: readonly string[];
  readonly seeds: readonly number[];
}

type Part = (item: NamedItem) => string;

const algorithms: Part = (item) => algorithmsText(item.algorithms);
const points: Part = ({ texts, name }) => (texts.length > 0 ? texts.join(', ') : name);
const named: Part = ({ name, texts }) => [name, ...texts].filter((text) => text !== '').join(', ');
const seed: Part = ({ seeds: [first] }) => (first === undefined ? '' : `seed ${first}`);

/** The first way to call them by which every two differ; else they are numbered. */
export function comparedLabels(items: readonly NamedItem[]): string[] {
  const candidates: readonly (readonly Part[])[] = [
    [algorithms],
    [points],
    [algorithms, points],
    [seed],
    [algorithms, seed],
    [algorithms, named],
    [named, seed],
  ];
  for (const parts of candidates) {
    const labels = items.map((item) => distinctParts(parts.map((part) => part(item))).join(', '));
    if (new Set(labels).size === items.length && !labels.includes('')) return labels;
  }
  return numbered(items.map((item) => algorithms(item) || points(item)));
}

/** An algorithm that the points of the cell name already is not said twice. */
function distinctParts(parts: readonly string[]): string[] {
  return parts.filter(
    (part, index) =>
      part !== '' && !parts.some((other, at) => at !== index && other.split(', ').includes(part)),
  );
}

function numbered(labels: readonly string[]): string[] {
  return labels.map((label, index) => {
    const before = labels.slice(0, index).filter((each) => each === label).length;
    return before === 0 ? label : `${label} (${before + 1})`;
  });
}
