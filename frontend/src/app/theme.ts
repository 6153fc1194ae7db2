import { createTheme, type MantineColorsTuple } from '@mantine/core';

const ink: MantineColorsTuple = [
  '#f3f5f5',
  '#e9eced',
  '#d9dfe0',
  '#b8c1c4',
  '#8f9ba0',
  '#667178',
  '#48535a',
  '#2d363b',
  '#1e252a',
  '#151b1f',
];

/** Behaviour of Mantine's parts. Their look is in styles/mantine.css, made of tokens. */
export const theme = createTheme({
  colors: { ink },
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 0 },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'sm',
  components: {
    Button: { defaultProps: { variant: 'default', size: 'sm' } },
    SegmentedControl: { defaultProps: { size: 'xs', transitionDuration: 0 } },
    Popover: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'md' } },
  },
});
