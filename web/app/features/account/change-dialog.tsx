import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaidPlan, PlanChange, Sku } from '#contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { plans } from '#web/lib/plans.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './account.module.css';
import { useAfterChange } from './use-membership.ts';

interface Props {
  sku: Sku;
  onClose: () => void;
}

const planOf = (sku: Sku): PaidPlan => sku.split('_')[0] as PaidPlan;

/**
 * Shows the price of a change of the subscription before the person confirms the change. The person is charged exactly
 * this price.
 */
export function ChangeDialog({ sku, onClose }: Props) {
  const { t } = useTranslation('billing');
  const preview = useQuery({
    ...api.billing.previewPlanChange.queryOptions({ input: { sku }, retry: false }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const plan = t(`plan.${planOf(sku)}`);
  const change = useChange(sku, plan, onClose, () => void preview.refetch());
  const errorText = useErrorText();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('change.title', { plan })}
      isDismissable={!change.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={change.isPending}>
            {t('change.back')}
          </Button>
          {preview.data && <Confirm price={preview.data} busy={change.isPending} onConfirm={change.begin} />}
        </>
      }
    >
      {preview.isPending && <SkeletonRows rows={2} />}
      {preview.isError && (
        <ErrorState
          title={errorText(preview.error)}
          error={preview.error}
          onRetry={() => void preview.refetch()}
          busy={preview.isFetching}
        />
      )}
      {preview.data && <Price price={preview.data} sku={sku} />}
    </Dialog>
  );
}

function Confirm({
  price,
  busy,
  onConfirm,
}: {
  price: PlanChange;
  busy: boolean;
  onConfirm: (price: PlanChange) => void;
}) {
  const { t } = useTranslation('billing');
  const { money } = useFormat();
  return (
    <Button variant="primary" busy={busy} onClick={() => onConfirm(price)}>
      {price.due_cents > 0 ? t('change.confirm', { amount: money(price.due_cents) }) : t('change.confirmFree')}
    </Button>
  );
}

function Price({ price, sku }: { price: PlanChange; sku: Sku }) {
  const { t } = useTranslation('billing');
  const { money } = useFormat();
  const isAnnual = sku.endsWith('_annual');
  const { month_cents, year_cents } = plans[planOf(sku)];
  const every = t(isAnnual ? 'membership.year' : 'membership.month');
  const isCredit = price.due_cents < 0;
  return (
    <>
      <Stack as="dl" className={styles.facts}>
        <div>
          <dt>{t(isCredit ? 'change.credit' : 'change.now')}</dt>
          <dd className={styles.sum}>{money(Math.abs(price.due_cents))}</dd>
        </div>
        <div>
          <dt>{t('change.then')}</dt>
          <dd>{t('change.thenText', { amount: money(isAnnual ? year_cents : month_cents), every })}</dd>
        </div>
      </Stack>
      <p className="small muted">{t(isCredit ? 'change.creditText' : 'change.nowText')}</p>
      {price.resumes && (
        <p className="small">
          <strong>{t('change.resumes')}</strong>
        </p>
      )}
    </>
  );
}

/**
 * Changes the subscription to another plan. Repeated attempts share one idempotency key, so the plan changes only once.
 * After a refusal nothing was charged, and the next attempt has a new key. With the old key, the payment provider would
 * repeat its first answer, for example that the card was declined. If the shown price is out of date, the dialog shows
 * the new price, and nothing is charged.
 */
function useChange(sku: Sku, plan: string, onClose: () => void, onOutdated: () => void) {
  const { t } = useTranslation('billing');
  const { onSuccess, onError } = useAfterChange();
  const [idempotency_key, setKey] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = useMutation(
    api.billing.changePlan.mutationOptions({
      onSuccess(membership) {
        onSuccess(membership);
        onClose();
        toast({ kind: 'success', title: t('change.done', { plan }) });
      },
      onError(error) {
        onError(error);
        const refusal = refusalOf(error);
        if (refusal) setKey(crypto.randomUUID());
        if (refusal?.code === 'PRICE_CHANGED' || refusal?.code === 'CHANGE_RESUMES') onOutdated();
      },
    }),
  );
  const begin = ({ at, due_cents, resumes }: PlanChange) => mutate({ sku, at, due_cents, resumes, idempotency_key });
  return { begin, isPending };
}
