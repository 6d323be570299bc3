import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import styles from './form.module.css';
import { useFaultText } from './use-fault-text.ts';
import type { Faults, FieldFault } from './validate.ts';

interface EmailProps {
  email: string;
  onEmail: (email: string) => void;
  fault: FieldFault | undefined;
  /**
   * The value 'username' is for an existing account, and 'email' for a form that creates an account. With 'webauthn'
   * the browser also offers passkeys.
   */
  autoComplete: 'username' | 'username webauthn' | 'email';
}

/** True while one form replaces another form in which the person is typing the address. */
let isTyping = false;

/**
 * The field of the email address. It passes the typed address to `onEmail`, so that the next form can show the address.
 * The address may have been typed before React took over the prerendered page. The prerendered page always shows the
 * sign-in form. If another form replaces the sign-in form while the person is typing, the email field of the new form
 * gets the focus.
 */
export function EmailField({ email, onEmail, fault, autoComplete }: EmailProps) {
  const { t } = useTranslation('identity');
  const faultText = useFaultText();
  const input = useRef<HTMLInputElement>(null);
  const takeTyped = useEffectEvent(() => {
    const typed = input.current?.value ?? '';
    if (typed !== email) onEmail(typed);
  });
  useLayoutEffect(() => {
    takeTyped();
    const field = input.current;
    if (isTyping) focusAtEnd(field);
    return () => {
      isTyping = document.activeElement === field;
      queueMicrotask(() => (isTyping = false));
    };
  }, []);
  return (
    <TextField
      label={t('field.email')}
      ref={input}
      type="email"
      name="email"
      autoComplete={autoComplete}
      defaultValue={email}
      error={faultText(fault)}
      onChange={(event) => onEmail(event.target.value)}
    />
  );
}

/**
 * Moves the focus to the end of the address. Code cannot set a selection in a field for email addresses, but setting
 * the value moves the cursor to its end.
 */
function focusAtEnd(field: HTMLInputElement | null) {
  if (!field) return;
  const { value } = field;
  field.focus();
  field.value = '';
  field.value = value;
}

interface NewPasswordProps {
  label: string;
  faults: Faults<'password' | 'confirm'>;
  /** The reasons for which the service refused the password as too weak. */
  weakness: string | undefined;
}

/** The fields for a new password and its repetition, named `password` and `confirm`. */
export function NewPasswordFields({ label, faults, weakness }: NewPasswordProps) {
  const { t } = useTranslation('identity');
  const faultText = useFaultText();
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        hint={t('signup.hint')}
        error={faultText(faults.password) ?? weakness}
      />
      <PasswordField
        label={t('field.confirm')}
        name="confirm"
        autoComplete="new-password"
        error={faultText(faults.confirm)}
      />
    </>
  );
}

/** The main button of a form, with other links below it. */
export function FormActions({ label, busy, children }: { label: string; busy: boolean; children?: ReactNode }) {
  const reacts = useHydrated();
  return (
    <Stack gap={16} className={styles.actions}>
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        busy={busy}
        disabled={!reacts}
        data-early={!reacts || undefined}
      >
        {label}
      </Button>
      {children}
    </Stack>
  );
}
