import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ButtonLook } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';

interface Props {
  title: ReactNode;
  text: ReactNode;
  action: ReactNode;
  look?: Pick<ButtonLook, 'variant'>;
  fault: string | undefined;
  busy: boolean;
  onSubmit: (password: string) => void;
  onClose: () => void;
}

/**
 * A dialog that asks only for the password, before a passkey or the second factor changes, or a professional account is
 * linked.
 */
export function PasswordFirstDialog({ text, fault, onSubmit, ...dialog }: Props) {
  const { t } = useTranslation('identity');
  const [password, setPassword] = useState('');
  return (
    <FormDialog {...dialog} size="s" onSubmit={() => onSubmit(password)}>
      <p className="muted">{text}</p>
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        value={password}
        error={fault}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}
