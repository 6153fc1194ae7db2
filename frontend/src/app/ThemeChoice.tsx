import { chooseScheme, SCHEMES, useChosenScheme } from '@/ui/colorScheme';

import styles from './shell.module.css';

const THEMES = { auto: 'System', light: 'Light', dark: 'Dark' } as const;

/** Light, dark, or as the system has it. */
export function ThemeChoice() {
  return (
    <select
      className={styles.button}
      aria-label="Colours"
      value={useChosenScheme()}
      onChange={({ target }) =>
        chooseScheme(SCHEMES.find((scheme) => scheme === target.value) ?? 'auto')
      }
    >
      {SCHEMES.map((scheme) => (
        <option key={scheme} value={scheme}>
          {THEMES[scheme]}
        </option>
      ))}
    </select>
  );
}
