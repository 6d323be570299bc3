import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { type Passkey, usePasskeyChange } from './passkeys.ts';

export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('identity');
  const { change, busy } = usePasskeyChange(t('passkeys.remove.done'), onClose);
  const remove = () =>
    void change((auth) => auth.$fetch('/passkey/delete-passkey', { method: 'POST', body: { id: passkey.id } }));
  return (
    <FormDialog
      onClose={onClose}
      size="s"
      title={t('passkeys.remove.title')}
      action={t('passkeys.remove')}
      look={{ variant: 'danger' }}
      busy={busy}
      onSubmit={remove}
    >
      <p>{t('passkeys.remove.text', { name: passkey.name ?? t('passkeys.nameless') })}</p>
    </FormDialog>
  );
}
