import type { PaperListed } from '@/analysis/papers/types';
import { papersText } from '@/messages/papers';

type Cited = Pick<PaperListed, 'title' | 'authors' | 'published_in' | 'year' | 'url'>;

/** Who wrote it, where it stands, and the way there. */
export function Citation({ paper }: { paper: Cited }) {
  const { title, authors, published_in, year, url } = paper;
  const isDated = published_in.includes(String(year));
  return (
    <p className="small quiet">
      {authors}. {published_in}
      {isDated ? '' : `, ${year}`}.{' '}
      <a href={url} aria-label={papersText.readOf(title)}>
        {papersText.read}
      </a>
    </p>
  );
}
