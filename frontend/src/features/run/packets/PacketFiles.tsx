import { packetExportUrl, type PacketFormat } from '@/api/packets';
import type { TimeRange } from '@/charts/model';
import { packetsText } from '@/messages/packets';

import styles from './packets.module.css';

const FORMATS = Object.keys(packetsText.formats) as PacketFormat[];

interface PacketFilesProps {
  readonly runId: string;
  readonly range: TimeRange;
}

/** The packets in view as files of the tools that read packets. */
export function PacketFiles({ runId, range }: PacketFilesProps) {
  return (
    <nav className={styles.files} aria-label={packetsText.files}>
      {FORMATS.map((format) => (
        <a key={format} href={packetExportUrl(runId, range, format)} download>
          {packetsText.formats[format]}
        </a>
      ))}
    </nav>
  );
}
