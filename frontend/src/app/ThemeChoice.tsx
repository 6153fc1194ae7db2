import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';

import styles from './shell.module.css';

const THEMES = { auto: 'System', light: 'Light', dark: 'Dark' } as const;

const SCHEMES: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];

/** Light, dark, or as the system has it. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <select
      className={styles.button}
      aria-label="Colours"
      value={colorScheme}
      onChange={(event) => setColorScheme(toScheme(event.target.value))}
    >
      {SCHEMES.map((scheme) => (
        <option key={scheme} value={scheme}>
          {THEMES[scheme]}
        </option>
      ))}
    </select>
  );
}

function toScheme(value: string): MantineColorScheme {
  return SCHEMES.find((scheme) => scheme === value) ?? 'auto';
}
