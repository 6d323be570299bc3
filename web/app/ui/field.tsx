import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import './field.css';

export interface FieldProps {
  label: ReactNode;
  /** The reason why we ask, or the format of the value. */
  hint?: ReactNode;
  /** An error, which is shown instead of the hint. The typed value remains. */
  error?: ReactNode;
  /** True if the label says that the field is optional. All other fields are required. */
  optional?: boolean;
}

interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface Props extends FieldProps {
  id?: string;
  className?: string;
  children: (wiring: Wiring) => ReactNode;
}

/** A control with its label above it, a hint or error below it, and the attributes that connect them. */
export function Field({ label, hint, error, optional, id, className, children }: Props) {
  const made = useId();
  const { t } = useTranslation();
  const fieldId = id ?? made;
  const noteId = `${fieldId}-note`;
  return (
    <div className={classNames('field', className)}>
      <label className="field__label" htmlFor={fieldId}>
        {label}
        {optional && <span className="field__optional"> {t('field.optional')}</span>}
      </label>
      {children({
        id: fieldId,
        'aria-describedby': error || hint ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}

export function FieldNote({ id, hint, error }: { id: string; hint?: ReactNode; error?: ReactNode }) {
  if (error) {
    return (
      <p id={id} className="field__note field__note--error">
        <Icon as={CircleAlert} size="s" />
        {error}
      </p>
    );
  }
  return hint ? (
    <p id={id} className="field__note">
      {hint}
    </p>
  ) : null;
}
