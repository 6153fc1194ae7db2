import { ratioAxis } from '@/analysis/axes/ratio';
import { linearAxis, nearEnds } from '@/analysis/axes/value';
import { toShortest } from '@/analysis/numbers/units';
import { countOf } from '@/analysis/numbers/shown';
import { capital } from '@/analysis/series/fragments';
import type { ShippedPreset } from '@/api/types';
import { ValueStrip } from '@/charts/strips/ValueStrip';
import { Picturable } from '@/pictures/Picturable';

import { inThreeDigits, inUnitsOf, unitFactor } from './numberUnits';
import { SeedTable } from './SeedTable';

/** Every seed of the number that the case is about, variant below variant. */
export function CaseSeeds({ shipped }: { shipped: ShippedPreset }) {
  const { preset, numbers, together } = shipped;
  const [number] = numbers;
  if (number === undefined) return null;
  const { name } = number;
  const factor = unitFactor(name);
  const known = preset.variants[0]?.numbers.find((each) => each.name === name);
  const isRatio = name === 'throughput_ratio';
  const rows = number.variants.map(({ variant_id, values }) => {
    const variant = preset.variants.find(({ id }) => id === variant_id);
    const over = variant?.numbers.find((each) => each.name === name);
    const { low, high } = over ?? {};
    return {
      key: variant_id,
      title: variant?.title ?? variant_id,
      values: values.map((value) => value * factor),
      mean: over === undefined ? null : over.mean * factor,
      interval: low == null || high == null ? null : ([low * factor, high * factor] as const),
    };
  });
  const title = `${capital(known?.label ?? name)}, every seed`;
  const nature = { name, scale: isRatio ? 'logarithmic' : 'linear', fair: null, unit: '' } as const;
  return (
    <section>
      <Picturable
        title={title}
        caption={`${preset.title}; ${countOf(together.seeds.length, 'seed')}`}
      >
        <h2>
          {title}{' '}
          <span className="faint regular">tick: a seed, block: mean, bar: 95% interval</span>
        </h2>
        <ValueStrip
          rows={rows}
          axisOf={(values, ends, length, gap) => {
            const inView = [...values, ...nearEnds(nature, values, ends)];
            return isRatio ? ratioAxis(inView, length, gap) : linearAxis(inView, length, gap);
          }}
          format={inThreeDigits}
          tick={toShortest}
          fair={isRatio ? 1 : null}
          fairText="1 fair"
          hueOf={() => null}
          label={title}
        />
      </Picturable>
      <SeedTable
        caption={title}
        seeds={together.seeds}
        columns={rows.map(({ key, title: variant }, index) => ({
          key,
          title: variant,
          texts: number.variants[index]?.values.map((value) => inUnitsOf(name, value)) ?? [],
        }))}
      />
    </section>
  );
}
