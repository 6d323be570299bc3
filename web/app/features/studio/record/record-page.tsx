import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import type { CaseRecord, CaseRecords } from '#contract/treatment-records.ts';
import { api } from '#web/lib/api.ts';
import { ownToday } from '#web/lib/day.ts';
import { useFormat } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { SubPage } from '#web/lib/sub-page.tsx';
import { useKeptState } from '#web/lib/unsent-value.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { keepsOut, NotYet } from '../queue/queue-refused.tsx';
import { contentOf, draftFrom, draftOf, nextVisit, type RecordDraft, withinPlan } from './draft.ts';
import styles from './record.module.css';
import { forNewestPlan } from './newest-plan.ts';
import { RecordForm } from './record-form.tsx';
import { RecordSummary } from './record-summary.tsx';
import { unsavedRecords } from './unsaved-records.ts';

const recordsOf = (case_id: string) => api.treatmentRecords.getCaseRecords.queryOptions({ input: { case_id } });

/** The page that shows the treatment records of a case and the form for the next record. */
export function RecordPage() {
  const { t } = useTranslation(['record', 'treatment-plan', 'treatment-passport']);
  const { caseId = '' } = useParams();
  const [params] = useSearchParams();
  const timeId = params.get('visit');
  const query = useQuery({
    ...recordsOf(caseId),
    // Each load is recorded in the patient's log, so the records are loaded only when they are needed.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const refusal = refusalOf(query.error)?.code;
  const { data } = query;
  return (
    <SubPage
      back={{ to: `/studio/cases/${caseId}`, text: t('back') }}
      title={t('heading')}
      lead={data && <bdi>{t('lead', { number: data.number, name: data.patient_name })}</bdi>}
    >
      {data ? (
        <>
          {timeId && <p className="small muted">{t('of_visit')}</p>}
          <Records key={data.case_id} data={data} timeId={timeId} />
        </>
      ) : query.isPending ? (
        <SkeletonRows rows={6} />
      ) : refusal === 'CASE_NOT_SIGNED' ? (
        <EmptyState title={t('not_signed')} text={t('not_signed_text')} />
      ) : keepsOut(refusal) ? (
        <NotYet refusal={refusal} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
    </SubPage>
  );
}

/**
 * Shows the records and the form. `timeId` is the id of the booked time if the doctor opened this page from a visit in
 * the agenda.
 */
function Records({ data, timeId }: { data: CaseRecords; timeId: string | null }) {
  const { t } = useTranslation('record');
  const { date } = useFormat();
  const [corrected, setCorrected] = useState<CaseRecord | null>(null);
  const [isNew, setNew] = useState(data.records.length === 0 || timeId !== null || unsavedRecords().has(data.case_id));
  const show = (fresh: CaseRecords, said: string) => {
    queryClient.setQueryData(recordsOf(data.case_id).queryKey, fresh);
    // The studio shows the recorded doses, and they count for the limits of the next plan.
    void queryClient.invalidateQueries({ queryKey: api.care.getCaseBackground.key() });
    setNew(false);
    setCorrected(null);
    toast({ kind: 'success', title: said });
    scrollTo({ top: 0 });
  };
  return (
    <>
      {data.records.length > 0 && (
        <Section title={t('records')}>
          {data.records.map((record) => (
            <RecordSummary key={record.id} record={record}>
              {corrected?.id !== record.id && (
                <Button size="xs" onClick={() => setCorrected(record)}>
                  {t('correct')}
                </Button>
              )}
            </RecordSummary>
          ))}
        </Section>
      )}
      {corrected ? (
        <Section title={t('correct.title', { date: date(corrected.treated_on) })}>
          <Correction
            key={corrected.id}
            data={data}
            record={corrected}
            onSaved={(fresh) => show(fresh, t('correct.saved'))}
            onCancel={() => setCorrected(null)}
          />
        </Section>
      ) : isNew ? (
        <NewRecord data={data} timeId={timeId} onSaved={(fresh) => show(fresh, t('saved'))} />
      ) : (
        <Button onClick={() => setNew(true)}>{t('another')}</Button>
      )}
      {data.earlier.length > 0 && (
        <Section title={t('earlier')}>
          {data.earlier.map((record) => (
            <RecordSummary key={`${record.id} ${record.version}`} record={record} isEarlier />
          ))}
        </Section>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/**
 * Returns the unsaved record. It stays in memory when the doctor leaves the page to look at the case. All attempts to
 * save the same content share one idempotency `key`. Each change of the record creates a new `key`.
 */
function useDraft(name: string, make: () => RecordDraft) {
  const [draft, setDraft] = useState(() => unsavedRecords().get(name) ?? make());
  const [key, setKey] = useState(() => crypto.randomUUID());
  return {
    draft,
    key,
    write: (next: RecordDraft) => {
      unsavedRecords().set(name, next);
      setDraft(next);
      setKey(crypto.randomUUID());
    },
    forget: () => unsavedRecords().delete(name),
  };
}

const refusesDay = (error: unknown): boolean => {
  const refusal = refusalOf(error);
  return refusal?.code === 'INVALID_INPUT' && JSON.stringify(refusal).includes('treated_on');
};

interface NewRecordProps {
  data: CaseRecords;
  timeId: string | null;
  onSaved: (fresh: CaseRecords) => void;
}

function NewRecord({ data, timeId, onSaved }: NewRecordProps) {
  const { key, write, forget, ...kept } = useDraft(data.case_id, () => draftFrom(data, nextVisit(data), ownToday()));
  const draft = withinPlan(kept.draft, data.sessions);
  // The error if a newer plan was signed but could not be loaded. The refusal would say to check the record against the
  // new plan, which the page does not show then.
  const [unloaded, setUnloaded] = useState<unknown>(null);
  const { mutate, isPending, error, reset } = useMutation(
    api.treatmentRecords.recordTreatment.mutationOptions({
      onMutate: () => setUnloaded(null),
      onSuccess: (fresh) => {
        forget();
        onSaved(fresh);
        void queryClient.invalidateQueries({ queryKey: api.agenda.key() });
      },
      // The button stays busy until the page shows the new plan. The next click saves the record under this plan.
      onError: async (failed) => {
        if (refusalOf(failed)?.code !== 'PLAN_OUTDATED') return;
        try {
          const moved = await forNewestPlan(data.case_id, kept.draft, () =>
            queryClient.fetchQuery({ ...recordsOf(data.case_id), staleTime: 0 }),
          );
          if (moved) write(moved);
        } catch (fault) {
          setUnloaded(fault);
        }
      },
    }),
  );
  return (
    <RecordForm
      caseId={data.case_id}
      sessions={data.sessions}
      draft={draft}
      onDraft={(next) => {
        write(next);
        // During a save, a reset would hide a refusal of this save.
        if (isPending) return;
        setUnloaded(null);
        reset();
      }}
      busy={isPending}
      error={unloaded ?? error}
      isDayRefused={refusesDay(error)}
      onSend={() =>
        mutate({
          time_id: timeId,
          case_id: data.case_id,
          plan_version: draft.plan_version,
          record: contentOf(draft),
          idempotency_key: key,
        })
      }
    />
  );
}

interface CorrectionProps {
  data: CaseRecords;
  record: CaseRecord;
  onSaved: (fresh: CaseRecords) => void;
  onCancel: () => void;
}

function Correction({ data, record, onSaved, onCancel }: CorrectionProps) {
  const { t } = useTranslation('record');
  const { draft, key, write, forget } = useDraft(record.id, () => draftOf(record));
  const [why, setWhy] = useKeptState(`correction ${record.id}`, '');
  const forgetAll = () => {
    forget();
    setWhy('');
  };
  // If another person has corrected the record in the meantime, the record is loaded again. The doctor's correction
  // then replaces that newest version.
  const newest = data.records.find(({ id }) => id === record.id) ?? record;
  const { mutate, isPending, error, reset } = useMutation(
    api.treatmentRecords.correctTreatment.mutationOptions({
      onSuccess: (fresh) => {
        forgetAll();
        onSaved(fresh);
      },
      onError: (failed) => {
        if (refusalOf(failed)?.code !== 'RECORD_OUTDATED') return;
        toast({ kind: 'error', title: t('outdated') });
        void queryClient.invalidateQueries({ queryKey: api.treatmentRecords.getCaseRecords.key() });
      },
    }),
  );
  return (
    <RecordForm
      caseId={data.case_id}
      sessions={record.plan_sessions}
      draft={draft}
      onDraft={(next) => {
        write(next);
        // During a save, a reset would hide a refusal of this save.
        if (!isPending) reset();
      }}
      busy={isPending}
      error={error}
      isDayRefused={refusesDay(error)}
      correction={{
        why,
        onWhy: setWhy,
        onCancel: () => {
          forgetAll();
          onCancel();
        },
      }}
      onSend={() =>
        mutate({
          case_id: data.case_id,
          record_id: record.id,
          base_version: newest.version,
          correction: why.trim(),
          record: contentOf(draft),
          idempotency_key: key,
        })
      }
    />
  );
}
