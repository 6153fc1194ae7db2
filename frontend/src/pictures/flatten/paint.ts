/** Colours as the browser computes them, as SVG 1.1 attributes have them. Pure. */

interface Paint {
  /** `#rrggbb`. */
  readonly color: string;
  readonly opacity: number;
}

/** null: `none`, or nothing of it is to be seen. What paints from elsewhere is no colour. */
export function parsePaint(text: string): Paint | null {
  const numbers = [...text.matchAll(/[\d.]+(?:e-?\d+)?%?/g)].map(([each]) => parseFloat(each));
  if (/^rgba?\(/.test(text)) return paintOf(numbers, 1);
  if (text.startsWith('color(srgb')) return paintOf(numbers, 255);
  return null;
}

function paintOf([red, green, blue, alpha = 1]: number[], factor: number): Paint | null {
  if (red === undefined || green === undefined || blue === undefined || alpha === 0) return null;
  const hex = [red, green, blue].map((channel) =>
    Math.min(255, Math.round(channel * factor))
      .toString(16)
      .padStart(2, '0'),
  );
  return { color: `#${hex.join('')}`, opacity: alpha };
}

/** At most three digits behind the point: a thousandth of a pixel is not to be seen. */
export function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
