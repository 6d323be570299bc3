import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Stack } from '#web/ui/layout.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';

interface Props {
  /** The id of the form, which a button in the dialog's footer submits. */
  id: string;
  fault: string | undefined;
  onSubmit: (password: string) => void;
}

/** A step that asks for the password again, before the second factor or the recovery codes change. */
export function PasswordStep({ id, fault, onSubmit }: Props) {
  const { t } = useTranslation('identity');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(password);
  };
  return (
    <Stack as="form" id={id} gap={20} onSubmit={submit} noValidate>
      <p className="muted">{t('enrol.password.text')}</p>
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        value={password}
        error={fault}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Stack>
  );
}
