import type { StripRow } from '@/charts/SeedStrip';

interface SeedTableProps {
  readonly rows: readonly [StripRow, StripRow];
  readonly caption: string;
}

/** The strip's numbers for those who do not see it. */
export function SeedTable({ rows, caption }: SeedTableProps) {
  const [baseline, other] = rows;
  if (baseline.ratios.length === 0) return null;
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Seed</th>
            <th scope="col">{baseline.title}</th>
            <th scope="col">{other.title}</th>
          </tr>
        </thead>
        <tbody>
          {baseline.ratios.map(({ seed, ratio }, index) => (
            <tr key={seed}>
              <th scope="row">{seed}</th>
              <td>{ratio.toFixed(3)}</td>
              <td>{other.ratios[index]?.ratio.toFixed(3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
