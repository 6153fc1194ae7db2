import { inFamilies, type Listed } from './families';

interface AlgorithmOptionsProps {
  readonly algorithms: readonly Listed[];
}

/** The options of a select that chooses an algorithm, in families. */
export function AlgorithmOptions({ algorithms }: AlgorithmOptionsProps) {
  return inFamilies(algorithms).map(({ title, members }) => {
    const options = members.map((each) => (
      <option key={each.name} value={each.name}>
        {each.title}
      </option>
    ));
    if (title === '') return options;
    return (
      <optgroup key={title} label={title}>
        {options}
      </optgroup>
    );
  });
}
