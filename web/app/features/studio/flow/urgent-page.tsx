import { BellRing, Check, type LucideIcon, Phone, PhoneCall, Siren } from 'lucide-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type StaffUrgentReport, URGENT_ANSWER_MINUTES } from '#contract/care.ts';
import { startOf } from '#contract/start-of.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { useSession } from '#web/lib/session.tsx';
import { SubPage } from '#web/lib/sub-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { StatusBadge, type StatusTone } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.ts';
import { keepsOut, NotYet } from '../queue/queue-refused.tsx';
import { sentenceList } from '../words/sentence-list.ts';
import styles from './urgent.module.css';
import { ReasonDialog } from './reason-dialog.tsx';

const refresh = () => queryClient.invalidateQueries({ queryKey: api.care.listUrgentReports.key() });

type State = 'waiting' | 'escalated' | 'taken' | 'unclosed' | 'settled';

/**
 * Returns the state of a report. `unclosed` means that someone took the report but did not close it in time, so the
 * team was alerted again.
 */
function stateOf({ settled_at, acknowledged_at, escalated_at }: StaffUrgentReport): State {
  if (settled_at) return 'settled';
  if (!acknowledged_at) return escalated_at ? 'escalated' : 'waiting';
  return escalated_at && escalated_at > acknowledged_at ? 'unclosed' : 'taken';
}
const tones: Record<State, StatusTone> = {
  waiting: 'awaiting',
  escalated: 'cancelled',
  taken: 'progress',
  unclosed: 'cancelled',
  settled: 'confirmed',
};

const icons: Record<State, LucideIcon> = {
  waiting: BellRing,
  escalated: Siren,
  taken: PhoneCall,
  unclosed: Siren,
  settled: Check,
};

/**
 * The page with patients who must be called now. The person who takes a report is responsible for it until it is
 * closed.
 */
export function UrgentPage() {
  const { t } = useTranslation('studio');
  const { user } = useSession();
  const reports = useQuery(api.care.listUrgentReports.queryOptions());
  const refusal = refusalOf(reports.error)?.code;
  return (
    <SubPage
      back={{ to: startOf(user?.role ?? 'practitioner'), text: t('urgent.back') }}
      title={t('urgent.heading')}
      lead={t('urgent.lead', { count: URGENT_ANSWER_MINUTES })}
    >
      {reports.isPending && <SkeletonRows rows={3} />}
      {reports.isError &&
        !reports.data &&
        (keepsOut(refusal) ? (
          <NotYet refusal={refusal} onRetry={() => void reports.refetch()} busy={reports.isFetching} />
        ) : (
          <ErrorState error={reports.error} onRetry={() => void reports.refetch()} busy={reports.isFetching} />
        ))}
      {reports.data?.length === 0 && <EmptyState title={t('urgent.none')} text={t('urgent.none_text')} />}
      <Stack as="ul" gap={12}>
        {(reports.data ?? []).map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </Stack>
    </SubPage>
  );
}

function Report({ report }: { report: StaffUrgentReport }) {
  const { t } = useTranslation('studio');
  const errorText = useErrorText();
  const [closes, setCloses] = useState(false);
  const state = stateOf(report);
  const settle = useMutation(
    api.care.settleUrgentReport.mutationOptions({
      onSuccess: async () => {
        await refresh();
        setCloses(false);
      },
    }),
  );
  return (
    <Row
      as="li"
      gap={32}
      rowGap={16}
      align="center"
      justify="between"
      wrap
      className={styles.report}
      data-state={state}
    >
      <Facts report={report} />
      {state !== 'settled' && <Ways report={report} onClose={() => setCloses(true)} />}
      {closes && (
        <ReasonDialog
          title={t('urgent.close')}
          lead={t('urgent.close_lead')}
          action={t('urgent.close')}
          label={t('urgent.settlement')}
          max={2000}
          busy={settle.isPending}
          fault={settle.error ? errorText(settle.error) : undefined}
          onConfirm={(settlement) => settle.mutate({ report_id: report.id, settlement })}
          onClose={() => setCloses(false)}
        />
      )}
    </Row>
  );
}

/** Shows an urgent report: the patient, the symptoms, the time and the outcome. */
function Facts({ report }: { report: StaffUrgentReport }) {
  const { t } = useTranslation('studio');
  const { dateTime } = useFormat();
  const state = stateOf(report);
  return (
    <div>
      <Row as="p" gap={12} align="center" wrap className={styles.name}>
        <bdi>{report.patient_name}</bdi>
        <StatusBadge tone={tones[state]} icon={icons[state]}>
          {t(`urgent.state.${state}`)}
        </StatusBadge>
      </Row>
      <p className={styles.signs}>{sentenceList(report.signs.map((sign) => t(`urgent.sign.${sign}`)))}</p>
      {report.note && <blockquote className={styles.note}>{report.note}</blockquote>}
      <p className={styles.when}>
        {[dateTime(report.reported_at), report.owner_name && t('urgent.owner', { name: report.owner_name })]
          .filter(Boolean)
          .join(', ')}
      </p>
      {report.settlement && <p className={styles.when}>{report.settlement}</p>}
    </div>
  );
}

/** Shows the phone number, a link to the case, and the buttons to take or close the report. */
function Ways({ report, onClose }: { report: StaffUrgentReport; onClose: () => void }) {
  const { t } = useTranslation('studio');
  const { user } = useSession();
  const errorText = useErrorText();
  const take = useMutation(
    api.care.acknowledgeUrgentReport.mutationOptions({
      onSuccess: refresh,
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return (
    <Row gap={12} align="center" wrap>
      {report.patient_phone ? (
        <a className={styles.phone} href={`tel:${report.patient_phone.replaceAll(' ', '')}`}>
          <Icon as={Phone} size="s" />
          {report.patient_phone}
        </a>
      ) : (
        <span className={styles.when}>{t('urgent.no_phone')}</span>
      )}
      {report.case_id && user?.role === 'practitioner' && (
        <LocalisedLink className="link" to={`/studio/cases/${report.case_id}`}>
          {t('urgent.open_case')}
        </LocalisedLink>
      )}
      {stateOf(report) !== 'taken' && (
        <Button size="s" variant="primary" busy={take.isPending} onClick={() => take.mutate({ report_id: report.id })}>
          {t('urgent.take')}
        </Button>
      )}
      <Button size="s" onClick={onClose}>
        {t('urgent.close')}
      </Button>
    </Row>
  );
}
