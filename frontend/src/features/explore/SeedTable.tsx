interface SeedTableProps {
  readonly caption: string;
  readonly seeds: readonly number[];
  /** One for each strip, with the texts of all seeds in their order. */
  readonly columns: readonly {
    readonly key: string | number;
    readonly title: string;
    readonly texts: readonly (string | undefined)[];
  }[];
}

/** A strip's numbers for those who do not see it. */
export function SeedTable({ caption, seeds, columns }: SeedTableProps) {
  if (seeds.length === 0) return null;
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Seed</th>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {seeds.map((seed, index) => (
            <tr key={seed}>
              <th scope="row">{seed}</th>
              {columns.map(({ key, texts }) => (
                <td key={key}>{texts[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
