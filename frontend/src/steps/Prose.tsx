import { t } from '@lingui/core/macro';
import { findAndReplace } from 'mdast-util-find-and-replace';
import Markdown from 'react-markdown';
import rehypeKatex from 'rehype-katex';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';

import { Term } from '@/ui/Term';

import { ANY_TERM, termOf } from './terms';
import styles from './text.module.css';

// `~20 ms` is about 20 ms, and no end of anything struck out.
const REMARK: React.ComponentProps<typeof Markdown>['remarkPlugins'] = [
  [remarkGfm, { singleTilde: false }],
  remarkMath,
];
/** Puts the first of each term into an element of its own; links and code stay as they are. */
function markTerms() {
  return (tree: Parameters<typeof findAndReplace>[0]) => {
    const seen = new Set<string>();
    const mark = (text: string) => {
      const name = termOf(text)?.name;
      if (name === undefined || seen.has(name)) return false;
      seen.add(name);
      return {
        type: 'emphasis' as const,
        children: [{ type: 'text' as const, value: text }],
        data: { hName: 'dfn' },
      };
    };
    findAndReplace(tree, [ANY_TERM, mark], { ignore: ['link', 'heading'] });
  };
}

const REMARK_WITH_TERMS = [...(REMARK ?? []), markTerms];
// MathML alone: without fonts, and without the inline styles that the page's policy forbids.
const REHYPE: React.ComponentProps<typeof Markdown>['rehypePlugins'] = [
  [rehypeKatex, { output: 'mathml' }],
];
const COMPONENTS: React.ComponentProps<typeof Markdown>['components'] = {
  // A wide one scrolls, and not the page.
  table: ({ children }) => (
    <div className={styles.table} role="group" aria-label={t`Table`} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  dfn: ({ children }) => {
    const name = String(children);
    return <Term name={name} definition={termOf(name)?.definition ?? ''} />;
  },
  // The box of a list of tasks: to be ticked with a pen.
  input: () => <span className={styles.box} aria-hidden="true" />,
};

interface ProseProps {
  readonly text: string;
  /** Terms of the field have their definition one click away. */
  readonly hasTerms: boolean;
}

/** Markdown with tables, and formulas between `$`. Raw HTML in it stays text. */
export default function Prose({ text, hasTerms }: ProseProps) {
  return (
    <Markdown
      remarkPlugins={hasTerms ? REMARK_WITH_TERMS : REMARK}
      rehypePlugins={REHYPE}
      components={COMPONENTS}
      disallowedElements={['img']}
    >
      {text}
    </Markdown>
  );
}
