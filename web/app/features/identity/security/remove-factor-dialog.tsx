import { useTranslation } from 'react-i18next';
import { refreshSession } from '#web/lib/session.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { PasswordStep } from './password-step.tsx';
import { usePasswordCall } from './use-password-call.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  isStaff: boolean;
}

export function RemoveFactorDialog({ isOpen, onClose, isStaff }: Props) {
  const { t } = useTranslation('identity');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size="s" title={t('remove.title')}>
      <Remove text={isStaff ? `${t('remove.text')} ${t('remove.staff')}` : t('remove.text')} onClose={onClose} />
    </Dialog>
  );
}

function Remove({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation('identity');
  const { run, fault, busy } = usePasswordCall(
    (auth, password) => auth.twoFactor.disable({ password }),
    async () => {
      await refreshSession();
      toast({ kind: 'info', title: t('security.factor.was_removed') });
      onClose();
    },
  );
  return (
    <PasswordStep
      text={text}
      action={t('remove.confirm')}
      variant="danger"
      fault={fault}
      busy={busy}
      onSubmit={run}
      onCancel={onClose}
    />
  );
}
