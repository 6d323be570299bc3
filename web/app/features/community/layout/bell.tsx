import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './bell.module.css';

/** Leads to the list; the dot says that something in it is new, the name says how much. */
export function Bell() {
  const { t } = useTranslation('community');
  const { data } = useQuery(api.notifications.listNotifications.queryOptions({ input: { limit: 20 } }));
  const count = data?.unread_count ?? 0;
  const name = t('bell', { count });
  return (
    <LocalisedLink to="/community/notifications" className={styles.bell} aria-label={name} title={name}>
      <Icon as={BellIcon} />
      {count > 0 && <span className={styles.count}>{count > 99 ? '99+' : count}</span>}
    </LocalisedLink>
  );
}
