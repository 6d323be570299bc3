import { ChevronDown } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Field, type FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';

type InputProps = FieldProps & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function TextField({ label, hint, error, optional, id, className, ...input }: InputProps) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(wiring) =>
        input.type === 'date' ? (
          <DateInput required={!optional} {...wiring} {...input} />
        ) : (
          <input className="input" required={!optional} {...wiring} {...input} />
        )
      }
    </Field>
  );
}

/** A date field. CSS cannot detect an empty date field, so an attribute marks it. */
function DateInput({ onChange, ...input }: Omit<InputProps, keyof FieldProps>) {
  const [written, setWritten] = useState(input.defaultValue ?? '');
  return (
    <input
      className="input"
      data-empty={(input.value ?? written) === '' || undefined}
      {...input}
      onChange={(event) => {
        setWritten(event.currentTarget.value);
        onChange?.(event);
      }}
    />
  );
}

/**
 * A field for a password. The password is hidden at first. The button next to it shows or hides the password, and the
 * button's label names the action.
 */
export function PasswordField({ label, hint, error, optional, id, className, ...input }: Omit<InputProps, 'type'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(wiring) => (
        <div className="field__affix field__affix--password">
          <input className="input" required={!optional} {...input} {...wiring} type={shown ? 'text' : 'password'} />
          <button type="button" className="field__toggle" aria-controls={wiring.id} onClick={() => setShown(!shown)}>
            {shown ? t('password.hide') : t('password.show')}
            <span className="visually-hidden"> {t('password.what')}</span>
          </button>
        </div>
      )}
    </Field>
  );
}

type AreaProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export function TextArea({ label, hint, error, optional, id, className, ...area }: AreaProps) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(wiring) => <textarea className="input" required={!optional} rows={4} {...wiring} {...area} />}
    </Field>
  );
}

type SelectProps = FieldProps & SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> };

/**
 * The browser's own list of choices. It is best on phones, and for up to twenty choices. A longer list needs a search.
 * The children are `option` elements.
 */
export function Select({ label, hint, error, optional, id, className, children, ...select }: SelectProps) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(wiring) => (
        <div className="field__affix">
          <select className="input" required={!optional} {...wiring} {...select}>
            {children}
          </select>
          <Icon as={ChevronDown} className="field__chevron" />
        </div>
      )}
    </Field>
  );
}
