import { useTranslation } from 'react-i18next';
import { refreshSession } from '#web/lib/session.tsx';
import { toast } from '#web/ui/toast.ts';
import { PasswordFirstDialog } from './password-first-dialog.tsx';
import { usePasswordCall } from './use-password-call.ts';

interface Props {
  onClose: () => void;
  isStaff: boolean;
}

export function RemoveFactorDialog({ onClose, isStaff }: Props) {
  const { t } = useTranslation('identity');
  const { run, fault, busy } = usePasswordCall(
    (auth, password) => auth.twoFactor.disable({ password }),
    async () => {
      await refreshSession().catch(() => undefined);
      toast({ kind: 'info', title: t('security.factor.was_removed') });
      onClose();
    },
  );
  return (
    <PasswordFirstDialog
      title={t('remove.title')}
      text={isStaff ? `${t('remove.text')} ${t('remove.staff')}` : t('remove.text')}
      action={t('remove.confirm')}
      look={{ variant: 'danger' }}
      fault={fault}
      busy={busy}
      onSubmit={run}
      onClose={onClose}
    />
  );
}
