import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChartNoAxesColumn, FileCheck2, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { type ConsentPurpose, type ConsentRecord, ConsentVersions } from '#contract/identity.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { renewPictureLinks } from '#web/lib/picture-links.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import styles from '../own/own.module.css';

type Consent = z.infer<typeof ConsentRecord>;

/** Lists the person's consents. A button with a confirmation withdraws a consent. */
export function ConsentsSection() {
  const { t } = useTranslation('identity');
  const { data, error, isError, isFetching, refetch } = useQuery(api.identity.listMyConsents.queryOptions());
  const [asked, setAsked] = useState<ConsentPurpose>();
  return (
    <SettingsSection title={t('consents.title')} text={t('consents.text')}>
      {isError && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <SkeletonRows rows={2} />
      ) : data.length === 0 ? (
        <p className="muted">{t('consents.empty')}</p>
      ) : (
        <>
          {newestOf(data).map((consent) => (
            <ConsentRow key={consent.id} consent={consent} onWithdraw={() => setAsked(consent.purpose)} />
          ))}
          <History consents={data} />
        </>
      )}
      {data && !data.some(isEvidenceInForce) && <EvidenceOffer />}
      {asked && <WithdrawDialog purpose={asked} onClose={() => setAsked(undefined)} />}
    </SettingsSection>
  );
}

/** Lists every consent that the person ever gave, with its version, language and dates. */
function History({ consents }: { consents: readonly Consent[] }) {
  const { t } = useTranslation('identity');
  const { dateTime } = useFormat();
  return (
    <details className={styles.history}>
      <summary>{t('consents.history', { count: consents.length })}</summary>
      <Stack as="ul" className={styles.log}>
        {consents.map(({ id, purpose, version, language, given_at, withdrawn_at }) => (
          <li key={id}>
            <span>
              {t(`consents.${purpose}`)}, {t('consents.version', { version, language: language.toUpperCase() })}
            </span>
            <span className="small muted">
              {t('consents.given', { date: dateTime(given_at) })}
              {withdrawn_at && `. ${t('consents.withdrawn', { date: dateTime(withdrawn_at) })}`}
            </span>
          </li>
        ))}
      </Stack>
    </details>
  );
}

const isEvidenceInForce = ({ purpose, withdrawn_at }: Consent): boolean =>
  purpose === 'evidence' && withdrawn_at === null;

/**
 * Returns the newest consent for each purpose. A withdrawn consent to compare results with simulations (`evidence`) is
 * left out, because the section asks for this consent again below the list.
 */
function newestOf(consents: readonly Consent[]): Consent[] {
  return consents
    .filter((consent, at) => consents.findIndex((other) => other.purpose === consent.purpose) === at)
    .filter((consent) => consent.purpose !== 'evidence' || isEvidenceInForce(consent));
}

function ConsentRow({ consent, onWithdraw }: { consent: Consent; onWithdraw: () => void }) {
  const { t } = useTranslation('identity');
  const { date } = useFormat();
  const isOver = consent.withdrawn_at !== null;
  return (
    <SettingsRow
      icon={isOver ? ShieldOff : FileCheck2}
      name={t(`consents.${consent.purpose}`)}
      text={
        isOver
          ? t('consents.withdrawn', { date: date(consent.withdrawn_at ?? '') })
          : t('consents.given', { date: date(consent.given_at) })
      }
      action={
        !isOver && (
          <Button size="s" variant="danger" onClick={onWithdraw}>
            {t('consents.withdraw')}
          </Button>
        )
      }
    />
  );
}

function WithdrawDialog({ purpose, onClose }: { purpose: ConsentPurpose; onClose: () => void }) {
  const { t } = useTranslation(['identity', 'account']);
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.identity.withdrawConsent.mutationOptions({
      onSuccess: async () => {
        void renewPictureLinks();
        await queries.invalidateQueries({ queryKey: api.identity.listMyConsents.key() });
        toast({ kind: 'info', title: t('consents.withdraw.done') });
        onClose();
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  const warnings: Partial<Record<ConsentPurpose, string>> = {
    simulation: t('consents.confirm.simulation'),
    evidence: t('account:evidence.withdraw'),
  };
  return (
    <FormDialog
      onClose={onClose}
      size="s"
      title={t('consents.confirm.title')}
      action={t('consents.withdraw')}
      look={{ variant: 'danger' }}
      wayOut={t('consents.keep')}
      busy={isPending}
      onSubmit={() => mutate({ purpose })}
    >
      <p>{warnings[purpose] ?? t('consents.confirm.other')}</p>
    </FormDialog>
  );
}

/** Asks for the consent to compare results with simulations. The whole text of the consent is next to the button. */
function EvidenceOffer() {
  const { t } = useTranslation(['account', 'identity', 'consent']);
  const language = useReadingLanguage();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.identity.giveConsent.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: api.identity.listMyConsents.key() });
        toast({ kind: 'success', title: t('evidence.agreed') });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return (
    <SettingsRow
      icon={ChartNoAxesColumn}
      name={t('identity:consents.evidence')}
      text={
        <>
          {t('consent:evidence')} {t('evidence.why')}
        </>
      }
      action={
        <Button
          size="s"
          busy={isPending}
          onClick={() => mutate({ purpose: 'evidence', version: ConsentVersions.evidence, language })}
        >
          {t('evidence.agree')}
        </Button>
      }
    />
  );
}
