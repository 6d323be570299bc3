import { ChevronDown } from 'lucide-react';
import type { Hours } from '#contract/clinics.ts';
import { Icon } from '#web/ui/icon.tsx';
import '#web/ui/field.css';

interface Props {
  label: string;
  sites: Hours['sites'];
  value: string | null;
  /** The label of the choice "all places". If it is undefined, one place must be chosen. */
  every?: string;
  onChange: (siteId: string | null) => void;
}

/** Chooses one place, in a row with other fields. Only screen readers get the label. */
export function SitePicker({ label, sites, value, every, onChange }: Props) {
  const isOneClinic = new Set(sites.map(({ clinic }) => clinic)).size === 1;
  return (
    <div className="field__affix">
      <select
        className="input"
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      >
        {every !== undefined && <option value="">{every}</option>}
        {sites.map(({ id, name, clinic }) => (
          <option key={id} value={id}>
            {isOneClinic || clinic === name ? name : `${clinic}, ${name}`}
          </option>
        ))}
      </select>
      <Icon as={ChevronDown} className="field__chevron" />
    </div>
  );
}
