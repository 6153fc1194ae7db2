import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';

import { appText } from '@/messages/app';

import styles from './shell.module.css';

const SCHEMES: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];

/** Light, dark, or as the system has it. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <select
      className={styles.button}
      aria-label={appText.theme}
      value={colorScheme}
      onChange={(event) => setColorScheme(toScheme(event.target.value))}
    >
      {SCHEMES.map((scheme) => (
        <option key={scheme} value={scheme}>
          {appText.themes[scheme]}
        </option>
      ))}
    </select>
  );
}

function toScheme(value: string): MantineColorScheme {
  return SCHEMES.find((scheme) => scheme === value) ?? 'auto';
}
