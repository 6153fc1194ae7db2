import Markdown from 'react-markdown';
import rehypeKatex from 'rehype-katex';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';

import styles from './text.module.css';

// `~20 ms` is about 20 ms, and no end of anything struck out.
const REMARK: React.ComponentProps<typeof Markdown>['remarkPlugins'] = [
  [remarkGfm, { singleTilde: false }],
  remarkMath,
];
// MathML alone: without fonts, and without the inline styles that the page's policy forbids.
const REHYPE: React.ComponentProps<typeof Markdown>['rehypePlugins'] = [
  [rehypeKatex, { output: 'mathml' }],
];
const COMPONENTS: React.ComponentProps<typeof Markdown>['components'] = {
  // A wide one scrolls, and not the page.
  table: ({ children }) => (
    <div className={styles.table} role="group" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  // The box of a list of tasks: to be ticked with a pen.
  input: () => <span className={styles.box} aria-hidden="true" />,
};

/** Markdown with tables, and formulas between `$`. Raw HTML in it stays text. */
export default function Prose({ text }: { text: string }) {
  return (
    <Markdown
      remarkPlugins={REMARK}
      rehypePlugins={REHYPE}
      components={COMPONENTS}
      disallowedElements={['img']}
    >
      {text}
    </Markdown>
  );
}
