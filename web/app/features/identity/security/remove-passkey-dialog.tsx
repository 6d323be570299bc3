import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type Passkey, usePasskeyChange } from './passkeys.ts';

interface Props {
  passkey: Passkey | undefined;
  onClose: () => void;
}

export function RemovePasskeyDialog({ passkey, onClose }: Props) {
  const { t } = useTranslation('identity');
  const { change, busy } = usePasskeyChange(t('passkeys.remove.done'), onClose);
  const remove = () =>
    change((auth) => auth.$fetch('/passkey/delete-passkey', { method: 'POST', body: { id: passkey?.id } }));
  const footer = (
    <>
      <Button variant="quiet" onClick={onClose}>
        {t('dialog.cancel')}
      </Button>
      <Button variant="danger" busy={busy} onClick={remove}>
        {t('passkeys.remove')}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen={passkey !== undefined}
      onClose={onClose}
      size="s"
      title={t('passkeys.remove.title')}
      footer={footer}
    >
      <p>{t('passkeys.remove.text', { name: passkey?.name ?? t('passkeys.nameless') })}</p>
    </Dialog>
  );
}
