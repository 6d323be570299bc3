import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { Table } from '#web/ui/table.tsx';
import { Screen, States } from './screen.tsx';
import styles from './screen.module.css';

const refresh_ms = 15_000;

/** Whether jobs run, events arrive and mail leaves. */
export function SystemScreen() {
  const { t } = useTranslation('admin');
  const { number, dateTime } = useFormat();
  const query = useQuery(api.operations.adminGetHealth.queryOptions({ refetchInterval: refresh_ms }));
  const tools = (
    <Button size="xs" busy={query.isRefetching} onClick={() => void query.refetch()}>
      {t('system.refresh')}
    </Button>
  );
  return (
    <Screen title={t('place.system')} lead={t('system.lead')} tools={tools}>
      <States query={query} isEmpty={() => false} empty={{ title: '', text: '' }}>
        {({ jobs, events, mail }) => (
          <div className={styles.stack}>
            <Area
              title={t('system.mail')}
              isWell={mail.failing === 0}
              facts={[
                [t('system.carrier'), t(`system.carrier.${mail.carrier}`)],
                [t('system.sent'), number(mail.sent_24_hours)],
                [t('system.waiting'), number(mail.waiting)],
                [t('system.failing'), number(mail.failing)],
                [t('system.oldest'), mail.oldest_waiting_at && dateTime(mail.oldest_waiting_at)],
                [t('system.lastError'), mail.last_error],
              ]}
            />
            <Area
              title={t('system.events')}
              isWell={events.failing === 0}
              facts={[
                [t('system.waiting'), number(events.waiting)],
                [t('system.failing'), number(events.failing)],
                [t('system.oldest'), events.oldest_waiting_at && dateTime(events.oldest_waiting_at)],
              ]}
            />
            <section className={styles.panel}>
              <h2 className="title">{t('system.jobs')}</h2>
              {jobs.length === 0 ? (
                <p className="small muted">{t('system.noJobs')}</p>
              ) : (
                <Table caption={t('system.jobs')}>
                  <thead>
                    <tr>
                      {(['job', 'waiting', 'running', 'failed', 'lastDone'] as const).map((column) => (
                        <th key={column} scope="col">
                          {t(`column.${column}`)}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {jobs.map((job) => (
                      <tr key={job.name}>
                        <td data-label={t('column.job')}>{job.name}</td>
                        <td data-label={t('column.waiting')}>{number(job.waiting)}</td>
                        <td data-label={t('column.running')}>{number(job.running)}</td>
                        <td data-label={t('column.failed')} className={job.failed > 0 ? styles.late : undefined}>
                          {number(job.failed)}
                        </td>
                        <td data-label={t('column.lastDone')}>{job.last_done_at ? dateTime(job.last_done_at) : '–'}</td>
                      </tr>
                    ))}
                  </tbody>
                </Table>
              )}
            </section>
          </div>
        )}
      </States>
    </Screen>
  );
}

interface AreaProps {
  title: string;
  isWell: boolean;
  facts: readonly (readonly [string, string | null])[];
}

function Area({ title, isWell, facts }: AreaProps) {
  const { t } = useTranslation('admin');
  return (
    <section className={`${styles.panel} ${styles.form}`}>
      <div className={styles.buttons}>
        <h2 className="title">{title}</h2>
        <StatusBadge tone={isWell ? 'confirmed' : 'cancelled'}>
          {t(isWell ? 'system.well' : 'system.notWell')}
        </StatusBadge>
      </div>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
