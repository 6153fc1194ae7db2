import Markdown from 'react-markdown';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';

const REMARK = [remarkMath];
// MathML alone: without fonts, and without the inline styles that the page's policy forbids.
const REHYPE: React.ComponentProps<typeof Markdown>['rehypePlugins'] = [
  [rehypeKatex, { output: 'mathml' }],
];

/** Markdown with formulas between `$`. Raw HTML in it stays text. */
export default function Prose({ text }: { text: string }) {
  return (
    <Markdown remarkPlugins={REMARK} rehypePlugins={REHYPE} disallowedElements={['img']}>
      {text}
    </Markdown>
  );
}
