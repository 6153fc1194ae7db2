import { unreadItems } from '@/state/compareUrl';
import { Note } from '@/ui/Note';

const MOST_SHOWN = 3;
const MOST_LETTERS = 40;

/** What of the address is left out, since it names nothing; nothing if all is understood. */
export function UnreadItems({ of }: { of: string | undefined }) {
  const words = unreadItems(of).map((word) => `“${word.slice(0, MOST_LETTERS)}”`);
  if (words.length === 0) return null;
  return (
    <Note title="A part of this address is not valid">
      {`${words.slice(0, MOST_SHOWN).join(', ')}: not an item. Items are separated by dots; a run is its ID, runs over several seeds are IDs joined by “_”, a cell is EXPERIMENT:CELL.`}
    </Note>
  );
}
