import { useState } from 'react';

import { sheetText } from '@/messages/sheet';
import { writeClipboard } from '@/ui/clipboard';

import { delimited, type FlowColumn } from './flowColumns';
import styles from './sheet.module.css';
import type { TableFlow } from './tableFlows';

interface CopyTableProps {
  readonly flows: readonly TableFlow[];
  readonly columns: readonly FlowColumn[];
}

/** The table for a spreadsheet or a script, every digit of it. */
export function CopyTable({ flows, columns }: CopyTableProps) {
  const [said, setSaid] = useState('');
  const copy = async (separator: ',' | '\t') => {
    const isCopied = await writeClipboard(delimited(flows, columns, separator));
    setSaid(isCopied ? sheetText.copied : sheetText.notCopied);
  };
  return (
    <span className={styles.copy} title={sheetText.copyNote}>
      <span role="status">{said}</span>
      <button type="button" onClick={() => void copy(',')}>
        {sheetText.copyCsv}
      </button>
      <button type="button" onClick={() => void copy('\t')}>
        {sheetText.copyTsv}
      </button>
    </span>
  );
}
