import { useTranslation } from 'react-i18next';
import type { AdminUser } from '#contract/admin.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';

export function UserState({ user }: { user: AdminUser }) {
  const { t } = useTranslation('admin');
  if (user.suspended_at) return <StatusBadge tone="cancelled">{t('user.suspended')}</StatusBadge>;
  if (!user.is_email_confirmed) return <StatusBadge tone="pending">{t('user.unconfirmed')}</StatusBadge>;
  return <StatusBadge tone="confirmed">{t('user.active')}</StatusBadge>;
}
