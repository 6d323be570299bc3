import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecalledPatient, RECORD_MOST } from '#contract/treatment-records.ts';
import { api, call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { Screen } from './screen.tsx';
import styles from './screen.module.css';

/**
 * Finds the patients who were treated with a recalled lot, and their contact data. The page searches only when the form
 * is sent, because the log of each patient who is found records the search.
 */
export function LotsScreen() {
  const { t } = useTranslation('admin');
  const [lot, setLot] = useState('');
  const [fault, setFault] = useState<string>();
  const search = useMutation(api.treatmentRecords.findLot.mutationOptions());
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (!/[A-Za-z0-9]/.test(lot)) return setFault(t('lots.required'));
    search.mutate({ lot });
  };
  return (
    <Screen title={t('place.lots')} lead={t('lots.lead')}>
      <form noValidate role="search" className={styles.form} onSubmit={find}>
        <TextField
          label={t('lots.lot')}
          hint={t('lots.hint')}
          error={fault}
          className={styles.search}
          value={lot}
          maxLength={RECORD_MOST.lot}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setLot(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        <div className={styles.buttons}>
          <Button type="submit" size="s" variant="ink" busy={search.isPending}>
            {t('lots.search')}
          </Button>
        </div>
      </form>
      <Found search={search} />
    </Screen>
  );
}

type Search = Pick<
  ReturnType<typeof useMutation<RecalledPatient[], Error, { lot: string }>>,
  'data' | 'error' | 'isPending' | 'variables' | 'mutate'
>;

function Found({ search: { data, error, isPending, variables, mutate } }: { search: Search }) {
  const { t } = useTranslation('admin');
  const { date } = useFormat();
  if (isPending) return <SkeletonRows rows={4} />;
  if (error) return <ErrorState error={error} onRetry={() => variables && mutate(variables)} busy={isPending} />;
  if (!data || !variables) return null;
  if (data.length === 0)
    return <EmptyState title={t('lots.none', { lot: variables.lot.trim() })} text={t('lots.none_text')} />;
  const count = new Set(data.map(({ patient_id }) => patient_id)).size;
  return (
    <>
      <div className={styles.line}>
        <p role="status">{t('lots.found', { count, lot: variables.lot.trim() })}</p>
        <Export lot={variables.lot} />
      </div>
      <Table caption={t('place.lots')} className={styles.table}>
        <thead>
          <tr>
            {(['patient', 'reach', 'product', 'lot', 'treated', 'doctor'] as const).map((head) => (
              <th key={head} scope="col">
                {t(`lots.head.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={`${row.record_id} ${row.product} ${row.lot} ${row.serial}`}>
              <td>
                <bdi>{row.patient_name}</bdi>
                <small>{row.is_closed ? t('lots.closed') : row.case_number}</small>
              </td>
              <td data-label={t('lots.head.reach')}>
                <a href={`mailto:${row.email}`}>{row.email}</a>
                {row.phone && (
                  <small>
                    <a href={`tel:${row.phone}`}>{row.phone}</a>
                  </small>
                )}
              </td>
              <td data-label={t('lots.head.product')}>
                <bdi>{row.product}</bdi>
                <small>
                  <bdi>{row.manufacturer}</bdi>
                </small>
              </td>
              <td data-label={t('lots.head.lot')}>
                <bdi>{row.lot}</bdi>
                {!row.is_exact && <small>{t('lots.other_spelling')}</small>}
              </td>
              <td data-label={t('lots.head.treated')}>{date(row.treated_on)}</td>
              <td data-label={t('lots.head.doctor')}>
                <bdi>{row.practitioner_name}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

function Export({ lot }: { lot: string }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call.treatmentRecords.exportLot({ lot }),
    onSuccess: (file) => download(file, file.name),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <Button size="s" busy={isPending} onClick={() => mutate()}>
      <Icon as={Download} size="s" />
      {t('lots.export')}
    </Button>
  );
}
