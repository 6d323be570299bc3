import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useDirectServices } from '#web/lib/use-direct-services.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { WaitRow } from './wait-row.tsx';
import styles from './waiting.module.css';

const WaitDialog = onDemand(async () => (await import('./wait-dialog.tsx')).WaitDialog);

interface Props {
  service_id: string;
  site_id: string;
  /** Null means any practitioner. */
  practitioner_id: string | null;
}

/**
 * Shown if no time is free. The patient sees a button to join the waiting list. A patient who is already on it sees
 * their entry instead.
 */
export function WaitInstead(wish: Props) {
  const { t } = useTranslation('waiting');
  const { data } = useQuery(api.waitingList.listMyWaits.queryOptions());
  const services = (useDirectServices().data?.services ?? []).filter(({ id }) => id === wish.service_id);
  const [isOpen, setIsOpen] = useState(false);
  if (!data || services.length === 0) return null;
  const wait = data.waits.find(({ service_id }) => service_id === wish.service_id);
  return (
    <Stack gap={12} align="start">
      <p className="muted">{t('lead')}</p>
      {wait ? (
        <ul className={styles.rows} aria-label={t('title')}>
          <WaitRow wait={wait} onChange={() => setIsOpen(true)} />
        </ul>
      ) : (
        <Button variant="ink" onClick={() => setIsOpen(true)}>
          {t('offer')}
        </Button>
      )}
      {isOpen && (
        <WaitDialog services={services} begin={wait ?? wish} isOpen={!!wait} onClose={() => setIsOpen(false)} />
      )}
    </Stack>
  );
}
