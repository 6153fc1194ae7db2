import { papersText, type Citation } from '@/messages/papers';

/** Who wrote it, where it stands, and the way there. */
export function CitationLine({ citation }: { citation: Citation }) {
  const { title, authors, published, url, short } = citation;
  return (
    <p className="small quiet">
      {authors}. {title !== null && <cite>{title}. </cite>}
      {published}.{' '}
      <a href={url} aria-label={papersText.readOf(short)}>
        {papersText.read}
      </a>
    </p>
  );
}
