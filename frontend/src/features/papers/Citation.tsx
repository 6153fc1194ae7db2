import type { PaperListed } from '@/analysis/papers/types';

type Cited = Pick<PaperListed, 'title' | 'authors' | 'published_in' | 'year' | 'url'>;

/** Authors, venue, and a link to the paper. */
export function Citation({ paper }: { paper: Cited }) {
  const { title, authors, published_in, year, url } = paper;
  const isDated = published_in.includes(String(year));
  return (
    <p className="small quiet">
      {authors}. {published_in}
      {isDated ? '' : `, ${year}`}.{' '}
      <a href={url} aria-label={`Read the paper: ${title}`}>
        Read the paper
      </a>
    </p>
  );
}
