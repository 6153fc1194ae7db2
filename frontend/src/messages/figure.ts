/** Texts of figures: values over a quantity that was varied. */
export const figureText = {
  failed: 'The figure could not be drawn; its table has the numbers',
  nothing: 'no values yet',
  help: (canPick: boolean) =>
    `Arrow keys move along the values${canPick ? ', Enter opens the cell' : ''}.`,
  valueIn: (value: string, low: string, high: string) => `${value} (${low} to ${high})`,
  tableOf: (title: string) => `Numbers of: ${title}`,
  noValue: '–',
} as const;
