import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import styles from './security.module.css';

interface Props {
  text: string;
  action: string;
  fault: string | undefined;
  busy: boolean;
  onSubmit: (password: string) => void;
  onCancel: () => void;
}

/** The password once more, before a key of the account changes. */
export function PasswordStep({ text, action, fault, busy, onSubmit, onCancel }: Props) {
  const { t } = useTranslation('identity');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(password);
  };
  return (
    <form className={styles.steps} onSubmit={submit} noValidate>
      <p className="muted">{text}</p>
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        value={password}
        error={fault}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className={styles.pair}>
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('dialog.cancel')}
        </Button>
      </div>
    </form>
  );
}
