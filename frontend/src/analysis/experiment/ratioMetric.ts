/**
 * How many times one number another is, as a metric: `a/b`. The service computes it seed by seed
 * (lab_model.experiments.metrics); here it only gets its name, unit and scale.
 */

interface Named {
  readonly name: string;
  readonly label: string;
  readonly phrase: string;
  readonly unit: string;
  readonly display_unit: string;
  readonly per_display_unit: number;
  readonly better: 'fair' | 'more' | 'less' | null;
}

const OF_GROUP = /^group_\d+_(.+)$/;

/** The two numbers of a ratio; null: the name is that of one number. */
export function ratioParts(name: string): readonly [above: string, below: string] | null {
  const [above = '', below] = name.split('/');
  return below === undefined ? null : [above, below];
}

export function ratioMetric<M extends Named>(above: M, below: M): M {
  const [field, other] = [above, below].map(({ name }) => OF_GROUP.exec(name)?.[1]);
  const isBetweenGroups = field !== undefined && field === other && above.name !== below.name;
  const hasUnit = above.unit !== below.unit;
  const per = (one: string, two: string) => (hasUnit ? `${one || '1'} per ${two || '1'}` : '');
  return {
    ...above,
    name: `${above.name}/${below.name}`,
    label: `${above.label} / ${below.label}`,
    phrase: `the ratio of ${above.phrase} to ${below.phrase}`,
    unit: per(above.unit, below.unit),
    display_unit: per(above.display_unit, below.display_unit),
    per_display_unit: hasUnit ? above.per_display_unit / below.per_display_unit : 1,
    definition: `${above.label} divided by ${below.label}, seed by seed.`,
    fair: isBetweenGroups ? 1 : null,
    scale: 'logarithmic',
    average: 'geometric',
    least: 0,
    most: null,
    better: isBetweenGroups ? 'fair' : betterRatio(above.better, below.better),
  };
}

/** Better where more is better above and less is better below; otherwise it is neither. */
function betterRatio(above: Named['better'], below: Named['better']): Named['better'] {
  if (above === 'more' && below === 'less') return 'more';
  return above === 'less' && below === 'more' ? 'less' : null;
}
