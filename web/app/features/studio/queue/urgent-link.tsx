import { useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './queue.module.css';

/** Above everything else, as long as somebody waits for a call. */
export function UrgentLink() {
  const { t } = useTranslation('studio');
  const open = useQuery(api.care.listUrgentReports.queryOptions()).data?.filter((report) => !report.settled_at) ?? [];
  if (open.length === 0) return null;
  return (
    <LocalisedLink to="/studio/urgent" className={styles.urgent}>
      <Icon as={Siren} size="s" />
      {t('urgent.waiting', { count: open.length })}
    </LocalisedLink>
  );
}
