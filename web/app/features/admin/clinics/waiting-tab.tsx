import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Clinic } from '#contract/clinics.ts';
import { WaitLimits, type WaitRow } from '#contract/waiting-list.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import screen from '../screen.module.css';
import { States } from '../screen.tsx';
import styles from './clinics.module.css';

/**
 * Lists, for each service, the patients on the waiting list. A time that becomes free is offered to the patients in the
 * order of the list.
 */
export function WaitingTab({ clinic }: { clinic: Clinic }) {
  const { t } = useTranslation('clinics');
  const { number } = useFormat();
  const language = useReadingLanguage();
  const query = useQuery(api.waitingList.adminListWaits.queryOptions({ input: { clinic_id: clinic.id } }));
  const [ending, setEnding] = useState<WaitRow>();
  return (
    <>
      <States
        query={query}
        isEmpty={({ waits }) => waits.length === 0}
        empty={{ title: t('waiting.none'), text: t('waiting.none.text') }}
      >
        {({ waits }) => (
          <div className={screen.stack}>
            {linesOf(waits.slice(0, WaitLimits.shown)).map(([id, line]) => (
              <Stack as="section" key={id} gap={4} aria-labelledby={`line-${id}`}>
                <h3 className={styles.sub} id={`line-${id}`}>
                  <bdi>{language === 'fr' ? line[0]?.service_fr : line[0]?.service_en}</bdi>
                </h3>
                <Line line={line} onEnd={setEnding} />
              </Stack>
            ))}
            {waits.length > WaitLimits.shown && (
              <p className="small muted">{t('waiting.cut', { number: number(WaitLimits.shown) })}</p>
            )}
          </div>
        )}
      </States>
      {ending && <EndDialog wait={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

const linesOf = (waits: readonly WaitRow[]) =>
  [...new Set(waits.map(({ service_id }) => service_id))].map(
    (id) => [id, waits.filter(({ service_id }) => service_id === id)] as const,
  );

interface LineProps {
  line: readonly WaitRow[];
  onEnd: (wait: WaitRow) => void;
}

function Line({ line, onEnd }: LineProps) {
  const { t } = useTranslation('clinics');
  const names = [
    t('waiting.position'),
    t('column.person'),
    t('waiting.wishes'),
    t('waiting.offered'),
    t('column.actions'),
  ];
  return (
    <Table caption={t('tab.waiting')} className={screen.table}>
      <ColumnHeads names={names} />
      <tbody>
        {line.map((wait) => (
          <Waiting key={wait.id} wait={wait} onEnd={onEnd} />
        ))}
      </tbody>
    </Table>
  );
}

function Waiting({ wait, onEnd }: { wait: WaitRow; onEnd: LineProps['onEnd'] }) {
  const { t } = useTranslation('clinics');
  const { commas, dayOfYear } = useFormat();
  const wishes = [
    t('waiting.days', { first: dayOfYear(wait.first_day), last: dayOfYear(wait.last_day) }),
    ...[wait.practitioner_name ?? [], wait.site_name ?? []].flat(),
  ];
  return (
    <tr>
      <td data-label={t('waiting.position')}>{wait.position ?? t('waiting.paused')}</td>
      <td data-label={t('column.person')}>
        <bdi>{wait.patient_name}</bdi>
      </td>
      <td data-label={t('waiting.wishes')}>
        <bdi>{commas(wishes)}</bdi>
        <br />
        <small>{t(`waiting.part.${wait.part}`)}</small>
      </td>
      <td data-label={t('waiting.offered')}>
        <LastOffered offered={wait.offered} />
      </td>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell, and its button has a name */}
      <td>
        <Button size="xs" variant="quiet" onClick={() => onEnd(wait)}>
          {t('waiting.end')}
          <bdi className="visually-hidden"> {wait.patient_name}</bdi>
        </Button>
      </td>
    </tr>
  );
}

function LastOffered({ offered }: Pick<WaitRow, 'offered'>) {
  const { t } = useTranslation('clinics');
  const { short } = useZoned();
  const { commas } = useFormat();
  if (!offered) return t('waiting.never');
  const until = short(offered.until, offered.timezone);
  return commas([
    short(offered.starts_at, offered.timezone),
    t(`waiting.outcome.${offered.outcome ?? 'kept'}`, { until }),
  ]);
}

function EndDialog({ wait, onClose }: { wait: WaitRow; onClose: () => void }) {
  const { t } = useTranslation('clinics');
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error } = useMutation(
    api.waitingList.adminEndWait.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('waiting.ended', { name: wait.patient_name }) });
        onClose();
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.waitingList.key() }),
    }),
  );
  const isMissing = reason.trim() === '';
  function submit() {
    setIsTried(true);
    if (!isMissing) mutate({ wait_id: wait.id, reason });
  }
  return (
    <FormDialog
      size="s"
      onClose={onClose}
      title={t('waiting.end.title', { name: wait.patient_name })}
      lead={t('waiting.end.text')}
      action={t('waiting.end')}
      look={{ variant: 'danger', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={error && errorText(error)}
    >
      <TextArea
        label={t('waiting.reason')}
        hint={t('waiting.reason.hint')}
        rows={3}
        maxLength={500}
        value={reason}
        error={isTried && isMissing && t('waiting.fault.reason')}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
