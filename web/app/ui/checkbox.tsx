import { Check } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { FieldNote } from './field.tsx';
import { Icon } from './icon.tsx';
import './checkbox.css';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode;
  ref?: Ref<HTMLInputElement>;
  hint?: ReactNode;
  error?: ReactNode;
}

export function Checkbox({ label, hint, error, ...input }: Props) {
  const id = useId();
  return (
    <div className="checkbox">
      <label className="checkbox__row">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={hint || error ? id : undefined}
        />
        <span className="checkbox__box" aria-hidden="true">
          <Icon as={Check} size="s" />
        </span>
        <span>{label}</span>
      </label>
      <FieldNote id={id} hint={hint} error={error} />
    </div>
  );
}

/** A switch for a setting that takes effect at once. In forms, use Checkbox. */
export function Switch({
  label,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode }) {
  return (
    <label className="switch">
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the checkbox itself reports its state */}
      <input {...input} type="checkbox" role="switch" />
      <span className="switch__track" aria-hidden="true" />
      <span>{label}</span>
    </label>
  );
}
