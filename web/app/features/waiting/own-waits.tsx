import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DirectService } from '#contract/direct-appointments.ts';
import type { MyWait } from '#contract/waiting-list.ts';
import { api } from '#web/lib/api.ts';
import { useDirectServices } from '#web/lib/use-direct-services.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { WaitRow } from './wait-row.tsx';
import styles from './waiting.module.css';

const WaitDialog = onDemand(async () => (await import('./wait-dialog.tsx')).WaitDialog);

/**
 * Lists the clinics' services for which the patient is on a waiting list, with a button to join another list. Nothing
 * is shown if the patient is on no waiting list and cannot book any clinic's service directly.
 */
export function OwnWaits() {
  const { t } = useTranslation('waiting');
  const query = useQuery(api.waitingList.listMyWaits.queryOptions());
  const services = useDirectServices().data?.services ?? [];
  const [open, setOpen] = useState<MyWait | 'new'>();
  const waits = query.data?.waits ?? [];
  if (query.isPending || (waits.length === 0 && services.length === 0)) return null;
  if (!query.data)
    return (
      <Card className={styles.card}>
        <ErrorState
          title={t('failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      </Card>
    );
  const others = servicesToWaitFor(services, waits);
  return (
    <Card className={styles.card} title={t('title')}>
      <Stack gap={12} align="start">
        <p className="muted">{t('lead')}</p>
        {others.length > 0 && (
          <Button size="s" variant="line" onClick={() => setOpen('new')}>
            {t('offer')}
          </Button>
        )}
      </Stack>
      {waits.length > 0 && (
        <ul className={styles.rows} aria-label={t('title')}>
          {waits.map((wait) => {
            const service = services.find(({ id }) => id === wait.service_id);
            return (
              <WaitRow
                key={wait.id}
                // If the service is still offered, its name is in the language of the page. Otherwise the name is in
                // the account's language.
                wait={{ ...wait, service_name: service?.name ?? wait.service_name }}
                onChange={service && (() => setOpen(wait))}
              />
            );
          })}
        </ul>
      )}
      {open && (
        <WaitDialog
          services={open === 'new' ? others : services}
          begin={open === 'new' ? undefined : open}
          isOpen={open !== 'new'}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  );
}

const servicesToWaitFor = (services: readonly DirectService[], waits: readonly MyWait[]): DirectService[] =>
  services.filter(({ id }) => waits.every(({ service_id }) => service_id !== id));
