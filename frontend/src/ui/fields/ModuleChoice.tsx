import { shortModuleName } from '@/analysis/scenario/modules';

import { SelectField } from './SelectField';

interface Choosable {
  readonly name: string;
  readonly description: { readonly title: string };
}

interface ModuleChoiceProps {
  readonly label: string;
  readonly modules: readonly Choosable[];
  /** Name of the chosen one. */
  readonly value: string;
  readonly className?: string;
  readonly onChange: (name: string) => void;
}

/** One of the modules of this browser, by title and the first digits of its digest. */
export function ModuleChoice({ label, modules, value, className, onChange }: ModuleChoiceProps) {
  return (
    <SelectField {...{ label, value, className, onChange }}>
      {modules.map(({ name, description }) => (
        <option key={name} value={name}>
          {`${description.title}, ${shortModuleName(name)}`}
        </option>
      ))}
    </SelectField>
  );
}
