import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewedStatus } from '#contract/appointments-admin.ts';
import { call } from '#web/lib/api.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { type LeftOut, LeftOutList } from '../macros/left-out.tsx';
import macros from '../macros/macros.module.css';
import { peopleIn, type PreviewedText, PreviewedTexts } from '../macros/previewed-texts.tsx';
import type { AskedChange, SetStatus } from './use-set-status.ts';

/** The preview has its own query key, so that live events do not replace a text that someone is reading. */
const usePreview = ({ rows, status, repeated }: AskedChange) => {
  const ids = rows.map(({ id }) => id);
  return useQuery({
    // After a refused attempt, the same rows get a new preview.
    queryKey: ['status preview', status, ids, repeated?.attempts],
    queryFn: () => call.appointmentsAdmin.adminPreviewStatus({ appointment_ids: ids, status }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  });
};

const textsOf = (changes: readonly PreviewedStatus[]): PreviewedText[] =>
  changes.flatMap(({ appointment_id, patient_id, patient_full_name, number, language, mail }) =>
    mail
      ? [
          {
            id: appointment_id,
            patientId: patient_id,
            name: patient_full_name,
            number,
            language,
            subject: mail.subject,
            body: mail.text,
          },
        ]
      : [],
  );

/**
 * The dialog before a bulk change. It shows the emails that will be sent, and the appointments that will not change.
 */
export function StatusPreviewDialog({ asked, setStatus }: { asked: AskedChange; setStatus: SetStatus }) {
  const { t } = useTranslation(['macros', 'admin', 'appointments']);
  const preview = usePreview(asked);
  // All clicks on one preview share one idempotency key, so only the first click has an effect.
  const [key] = useState(() => crypto.randomUUID());
  const [reason, setReason] = useState(asked.repeated?.reason ?? '');
  const [isMissing, setIsMissing] = useState(false);
  const changes = preview.data?.changes ?? [];
  const needsReason = changes.some(({ needs_reason }) => needs_reason);

  function confirm() {
    const given = reason.trim();
    setIsMissing(needsReason && !given);
    if (changes.length === 0 || (needsReason && !given)) return;
    setStatus.confirm(asked, given, { changes, key });
  }

  return (
    <FormDialog
      onClose={setStatus.cancel}
      title={t('admin:reason.title', { status: t(`appointments:status.${asked.status}`) })}
      lead={t('choose.lead', { count: asked.rows.length })}
      action={t('status.change', { count: changes.length })}
      look={{ variant: 'ink', size: 's' }}
      busy={setStatus.isPending}
      disabled={changes.length === 0}
      onSubmit={confirm}
    >
      {preview.data ? (
        <Preview data={preview.data} asked={asked} />
      ) : preview.isError ? (
        <ErrorState
          title={t('preview.failed')}
          error={preview.error}
          onRetry={() => void preview.refetch()}
          busy={preview.isFetching}
        />
      ) : (
        <SkeletonRows rows={4} />
      )}
      {needsReason && (
        <TextArea
          label={t('admin:reason.label')}
          hint={t('status.reason')}
          rows={2}
          maxLength={500}
          error={isMissing && t('admin:reason.missing')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </FormDialog>
  );
}

type Previewed = Awaited<ReturnType<typeof call.appointmentsAdmin.adminPreviewStatus>>;

function Preview({ data: { changes, left_out }, asked }: { data: Previewed; asked: AskedChange }) {
  const { t } = useTranslation(['macros', 'errors']);
  const texts = textsOf(changes);
  const quiet = changes.filter(({ mail }) => mail === null);
  const leftOut = left_out.map(
    ({ appointment_id, patient_full_name, number, code }): LeftOut => ({
      id: appointment_id,
      name: patient_full_name,
      number,
      why: code === 'ALREADY_PAID' && asked.status === 'cancelled' ? t('why.paid') : t(`errors:${code}`),
    }),
  );
  return (
    <div>
      {asked.repeated && (
        <p className={macros.warning} role="alert">
          {t('status.changed', { count: asked.rows.length })}
        </p>
      )}
      <p className={macros.sum} role="status">
        {texts.length === 0
          ? t('status.nobody', { count: changes.length })
          : t('status.sum', { count: changes.length, people: t('people', { count: peopleIn(texts) }) })}
      </p>
      {texts.length > 0 && <p className="small muted">{t('status.mail')}</p>}
      <PreviewedTexts texts={texts} />
      {texts.length > 0 && (
        <LeftOutList
          title={t('status.quiet', { count: quiet.length })}
          rows={quiet.map(({ appointment_id, patient_full_name, number }) => ({
            id: appointment_id,
            name: patient_full_name,
            number,
            why: t('why.noMail'),
          }))}
        />
      )}
      <LeftOutList title={t('status.leftOut', { count: left_out.length })} rows={leftOut} />
    </div>
  );
}
