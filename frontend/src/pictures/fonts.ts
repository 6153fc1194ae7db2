/** The font of pictures: the same letters at the same places in PNG, SVG and PDF. */
import boldUrl from '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf?url';
import regularUrl from '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf?url';

export const FONT_FAMILY = 'Arimo';

export interface FontFile {
  readonly weight: 400 | 700;
  readonly base64: string;
}

let loading: Promise<readonly FontFile[]> | null = null;

/** Fetches both weights once and lets the page write with them. */
export function loadPictureFont(): Promise<readonly FontFile[]> {
  loading ??= Promise.all([load(regularUrl, 400), load(boldUrl, 700)]).catch((cause: unknown) => {
    // The next picture may try again.
    loading = null;
    throw cause;
  });
  return loading;
}

async function load(url: string, weight: 400 | 700): Promise<FontFile> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The font of pictures did not load: ${response.status}`);
  const bytes = await response.arrayBuffer();
  const face = await new FontFace(FONT_FAMILY, bytes, { weight: String(weight) }).load();
  document.fonts.add(face);
  return { weight, base64: toBase64(new Uint8Array(bytes)) };
}

/** In pieces, since a call takes only so many arguments. */
function toBase64(bytes: Uint8Array): string {
  const PIECE = 0x8000;
  let text = '';
  for (let from = 0; from < bytes.length; from += PIECE) {
    text += String.fromCharCode(...bytes.subarray(from, from + PIECE));
  }
  return btoa(text);
}
