import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, type Api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import { Screen, States } from './screen.tsx';
import styles from './screen.module.css';
import { isStoreWell } from './store-state.ts';
import { TryAgain } from './try-again.tsx';
import type { ReactNode } from 'react';
import { StatusBadge } from '#web/ui/status-badge.tsx';

const refresh_ms = 15_000;

type Health = Awaited<ReturnType<Api['operations']['adminGetHealth']>>;

/**
 * Shows whether jobs run, events are delivered, the payment provider's webhook events are processed, emails are sent
 * and photos are stored. It also shows the state of the audit log, and callers who were refused unusually often.
 */
export function SystemScreen() {
  const { t } = useTranslation('admin');
  const query = useQuery(api.operations.adminGetHealth.queryOptions({ refetchInterval: refresh_ms }));
  const tools = (
    <Button size="xs" busy={query.isRefetching} onClick={() => void query.refetch()}>
      {t('system.refresh')}
    </Button>
  );
  return (
    <Screen title={t('place.system')} lead={t('system.lead')} tools={tools}>
      <States query={query} isEmpty={() => false} empty={{ title: '', text: '' }}>
        {({ jobs, events, mail, webhooks, storage, refusals, audit }) => (
          <div className={styles.stack}>
            <div className={styles.areas}>
              <Mail mail={mail} />
              <Webhooks webhooks={webhooks} />
              <Storage storage={storage} seen_ms={query.dataUpdatedAt} />
              <Events events={events} />
              <Refusals refusals={refusals} />
              <AuditLog audit={audit} />
            </div>
            <SystemJobs jobs={jobs} />
          </div>
        )}
      </States>
    </Screen>
  );
}

function Mail({ mail }: { mail: Health['mail'] }) {
  const { t } = useTranslation('admin');
  const { number } = useFormat();
  return (
    <Flow
      title={t('system.mail')}
      what="mail"
      flow={mail}
      first={[
        [t('system.carrier'), t(`system.carrier.${mail.carrier}`)],
        [t('system.sent'), number(mail.sent_24_hours)],
      ]}
      last={[[t('system.lastError'), mail.last_error]]}
    />
  );
}

function Webhooks({ webhooks }: { webhooks: Health['webhooks'] }) {
  const { t } = useTranslation('admin');
  const { number, dateTime } = useFormat();
  return (
    <Flow
      title={t('system.webhooks')}
      what="webhooks"
      flow={webhooks}
      first={[
        [t('system.provider'), t(`system.provider.${webhooks.provider}`)],
        [t('system.received'), number(webhooks.received_24_hours)],
        [t('system.lastReceived'), webhooks.last_received_at && dateTime(webhooks.last_received_at)],
      ]}
      last={[
        [t('system.refused'), number(webhooks.refused)],
        [t('system.lastError'), webhooks.last_error],
      ]}
    />
  );
}

function Events({ events }: { events: Health['events'] }) {
  const { t } = useTranslation('admin');
  return <Flow title={t('system.events')} what="events" flow={events} first={[]} last={[]} />;
}

type Facts = readonly (readonly [string, string | null])[];

interface FlowProps {
  title: string;
  what: 'mail' | 'webhooks' | 'events';
  flow: Health['events'];
  /** Facts that are shown before (`first`) and after (`last`) the number of waiting items. */
  first: Facts;
  last: Facts;
}

/** The state of one kind of delivery: waiting and failed items, and a button that tries the failed items again. */
function Flow({ title, what, flow, first, last }: FlowProps) {
  const { t } = useTranslation('admin');
  const { number, dateTime } = useFormat();
  const facts: Facts = [
    ...first,
    [t('system.waiting'), number(flow.waiting)],
    [t('system.failing'), number(flow.failing)],
    [t('system.oldest'), flow.oldest_waiting_at && dateTime(flow.oldest_waiting_at)],
    ...last,
  ];
  return (
    <SystemArea title={title} isWell={flow.failing === 0} facts={facts}>
      {flow.failing > 0 && <TryAgain what={{ what }} />}
    </SystemArea>
  );
}

/** The state of the photo storage. `seen_ms` is the time when this state was loaded. */
function Storage({ storage, seen_ms }: { storage: Health['storage']; seen_ms: number }) {
  const { t } = useTranslation('admin');
  const { number, bytes, dateTime } = useFormat();
  const { free_bytes, total_bytes, last_backup_at } = storage;
  const free =
    free_bytes !== null && total_bytes !== null
      ? t('system.freeOf', { free: bytes(free_bytes), total: bytes(total_bytes) })
      : null;
  return (
    <SystemArea
      title={t('system.storage')}
      isWell={isStoreWell(storage, seen_ms)}
      facts={[
        [t('system.store'), t(`system.store.${storage.kind}`)],
        [t('system.reach'), t(storage.is_reachable ? 'system.reach.yes' : 'system.reach.no')],
        [t('system.photos'), number(storage.photos)],
        [t('system.size'), bytes(storage.bytes)],
        [t('system.free'), free],
        [t('system.backup'), last_backup_at ? dateTime(last_backup_at) : t('system.noBackup')],
      ]}
    />
  );
}

function Refusals({ refusals }: { refusals: Health['refusals'] }) {
  const { t } = useTranslation('admin');
  const { number, dateTime } = useFormat();
  const { stood_out, decoys, last_alarm_at } = refusals;
  return (
    <SystemArea
      title={t('system.refusals')}
      isWell={stood_out === 0}
      facts={[
        [t('system.refusals.count'), number(refusals.refusals)],
        [t('system.refusals.stoodOut'), number(stood_out)],
        [t('system.refusals.decoys'), number(decoys)],
        [t('system.refusals.last'), last_alarm_at && dateTime(last_alarm_at)],
      ]}
    >
      {stood_out > 0 && <p className="small">{t('system.refusals.where')}</p>}
    </SystemArea>
  );
}

function AuditLog({ audit }: { audit: Health['audit'] }) {
  const { t } = useTranslation('admin');
  const { number, dateTime } = useFormat();
  const { entries, broken_at, forged_heads, signed } = audit;
  const state =
    broken_at !== null
      ? t('audit.broken', { id: broken_at })
      : t(forged_heads > 0 ? 'system.audit.forged' : 'system.audit.whole');
  return (
    <SystemArea
      title={t('system.audit')}
      isWell={broken_at === null && forged_heads === 0}
      facts={[
        [t('system.audit.entries'), number(entries)],
        [t('system.audit.state'), state],
        [t('system.audit.signed'), signed ? dateTime(signed.at) : t('system.audit.unsigned')],
      ]}
    />
  );
}

interface AreaProps {
  title: string;
  isWell: boolean;
  /**
   * The facts about this part of the service, each with its name and its value. A fact with an unknown value is not
   * shown.
   */
  facts: readonly (readonly [string, string | null])[];
  /** Buttons that are shown if this part has a problem. */
  children?: ReactNode;
}

/** Shows one part of the service with its state and its numbers. */
function SystemArea({ title, isWell, facts, children }: AreaProps) {
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
      {children}
    </section>
  );
}

type Queues = Awaited<ReturnType<Api['operations']['adminGetHealth']>>['jobs'];

const columns = ['job', 'waiting', 'running', 'failed', 'lastDone'] as const;

/** Lists the queues of jobs. Failed jobs can be run again. */
function SystemJobs({ jobs }: { jobs: Queues }) {
  const { t } = useTranslation('admin');
  const { number, dateTime } = useFormat();
  return (
    <section className={styles.panel}>
      <h2 className="title">{t('system.jobs')}</h2>
      {jobs.length === 0 ? (
        <p className="small muted">{t('system.noJobs')}</p>
      ) : (
        <Table caption={t('system.jobs')}>
          <ColumnHeads names={columns.map((column) => t(`column.${column}`))} />
          <tbody>
            {jobs.map((job) => (
              <tr key={job.name}>
                <td data-label={t('column.job')}>{job.name}</td>
                <td data-label={t('column.waiting')}>{number(job.waiting)}</td>
                <td data-label={t('column.running')}>{number(job.running)}</td>
                <td data-label={t('column.failed')} className={job.failed > 0 ? styles.late : undefined}>
                  {number(job.failed)} {job.failed > 0 && <TryAgain what={{ what: 'job', name: job.name }} />}
                </td>
                <td data-label={t('column.lastDone')}>{job.last_done_at ? dateTime(job.last_done_at) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
