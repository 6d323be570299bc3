import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FecProblems } from '#contract/ledger.ts';
import { api, call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from '../appointments/refresh.ts';
import screen from '../screen.module.css';

interface Props {
  year: number;
  years: readonly number[];
  onYear: (year: number) => void;
}

/** The field for the year, buttons for the two files of the year, and a button that starts a comparison. */
export function LedgerTools({ year, years, onYear }: Props) {
  const { t } = useTranslation('ledger');
  const compare = useCompare();
  return (
    <>
      <select
        className={screen.select}
        aria-label={t('year')}
        value={year}
        onChange={(event) => onYear(Number(event.target.value))}
      >
        {years.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <Button size="xs" busy={compare.isPending} onClick={() => compare.mutate()}>
        {t('compare')}
      </Button>
      <ExportButton year={year} format="csv" label={t('exportCsv')} />
      <ExportButton year={year} format="fec" label={t('exportFec')} />
    </>
  );
}

function useCompare() {
  const { t } = useTranslation('ledger');
  const errorText = useErrorText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call.ledger.adminReconcileLedger(),
    onSuccess: ({ differences }) =>
      toast(
        differences === 0
          ? { kind: 'success', title: t('comparedNone') }
          : { kind: 'info', title: t('compared', { count: differences }) },
      ),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    onSettled() {
      for (const { key } of [api.ledger.adminGetLedger, api.ledger.adminListLedgerEntries])
        void queries.invalidateQueries({ queryKey: key() });
      // A comparison may add or remove a difference in the inbox.
      refreshAdmin();
    },
  });
}

interface ExportProps extends Pick<Props, 'year'> {
  format: 'csv' | 'fec';
  label: string;
}

/**
 * Downloads the entries of a year. If the download would close the year, the person must confirm it first. The page
 * asks the service before each download, because the year may have ended since the page was opened.
 */
function ExportButton({ year, format, label }: ExportProps) {
  const [isAsking, setAsking] = useState(false);
  const problemText = useProblemText();
  const queries = useQueryClient();
  const file = useMutation({
    async mutationFn(mayClose: boolean) {
      if (!mayClose && (await call.ledger.adminGetLedger({ year })).export_closes) return null;
      return await call.ledger.adminExportLedger({ year, format });
    },
    onSuccess(made) {
      setAsking(made === null);
      if (!made) return;
      download(made, made.name);
      // The export gives numbers to the ledger entries, and may have closed the year, so both are loaded again.
      for (const { key } of [api.ledger.adminGetLedger, api.ledger.adminListLedgerEntries])
        void queries.invalidateQueries({ queryKey: key() });
    },
    onError(error) {
      setAsking(false);
      toast({ kind: 'error', title: problemText(error) });
    },
  });
  return (
    <>
      <Button size="xs" variant="quiet" busy={file.isPending} onClick={() => file.mutate(false)}>
        <Icon as={Download} size="s" />
        {label}
      </Button>
      {isAsking && (
        <CloseDialog
          year={year}
          busy={file.isPending}
          onConfirm={() => file.mutate(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface CloseProps {
  year: number;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a year is closed, which cannot be undone. */
function CloseDialog({ year, busy, onConfirm, onClose }: CloseProps) {
  const { t } = useTranslation(['ledger', 'ui']);
  return (
    <Dialog
      isOpen
      size="s"
      onClose={onClose}
      isDismissable={!busy}
      title={t('close.title', { year: String(year) })}
      lead={t('close.text', { next: String(year + 1) })}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui:cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {t('close.action')}
          </Button>
        </>
      }
    />
  );
}

/**
 * Returns a function that describes a refusal in a sentence. If the FEC (the French audit file) is refused, the
 * sentence names the missing data.
 */
function useProblemText() {
  const { t } = useTranslation('ledger');
  const errorText = useErrorText();
  return (error: unknown): string => {
    const refusal = refusalOf(error);
    const named = refusal?.code === 'FEC_REFUSED' ? (refusal.data as { problem?: string }).problem : undefined;
    const problem = FecProblems.find((one) => one === named);
    return problem ? t(`problem.${problem}`) : errorText(error);
  };
}
