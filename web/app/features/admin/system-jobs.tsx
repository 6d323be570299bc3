import { useTranslation } from 'react-i18next';
import type { Api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import styles from './screen.module.css';
import { TryAgain } from './try-again.tsx';

type Queues = Awaited<ReturnType<Api['operations']['adminGetHealth']>>['jobs'];

const columns = ['job', 'waiting', 'running', 'failed', 'lastDone'] as const;

/** Lists the queues of jobs. Failed jobs can be run again. */
export function SystemJobs({ jobs }: { jobs: Queues }) {
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
