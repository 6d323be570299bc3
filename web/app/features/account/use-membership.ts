import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Plan } from '#contract/base.ts';
import type { Cycle, Membership, Subscription } from '#contract/billing.ts';
import type { Me } from '#contract/identity.ts';
import { isRenewedInPart } from '#contract/renewal.ts';
import { api, call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { refreshSession } from '#web/lib/session.tsx';
import { toast } from '#web/ui/toast.ts';

export const useMembership = () => useQuery(api.billing.getMyMembership.queryOptions());

/** Returns the signed-in person's current plan and billing cycle, for the sheet that lists the plans. */
export function useCurrentOffer(user: Me | null): { plan: Plan; cycle: Cycle | undefined } {
  const { data } = useQuery({ ...api.billing.getMyMembership.queryOptions(), enabled: user?.role === 'patient' });
  const living = data?.subscription?.status === 'ended' ? null : data?.subscription;
  return { plan: user?.plan ?? 'free', cycle: living?.cycle };
}

/**
 * Returns whether the subscription is renewed at the end of its period. A cancelled subscription is renewed, too, if it
 * ends later than this period.
 */
export const isRenewed = ({ cancel_at, period_end }: Subscription): boolean =>
  cancel_at === null || Date.parse(cancel_at) > Date.parse(period_end);

/** Returns whether the next period is charged only in part, because the subscription ends during that period. */
export const isPartlyRenewed = ({ cycle, period_end, cancel_at }: Subscription): boolean =>
  isRenewedInPart({
    cycle,
    period_end: new Date(period_end),
    cancel_at: cancel_at === null ? null : new Date(cancel_at),
  });

/**
 * Handles the response to a change of the subscription. The response replaces the loaded membership. The sign-in
 * session and the benefits are loaded again. After an error, a toast shows the error.
 */
export function useAfterChange() {
  const queries = useQueryClient();
  const errorText = useErrorText();
  return {
    onSuccess(membership: Membership) {
      queries.setQueryData(api.billing.getMyMembership.queryKey(), membership);
      void refreshSession();
      void queries.resetQueries({ queryKey: api.appointments.getMyBenefits.key() });
    },
    onError(error: unknown) {
      toast({ kind: 'error', title: errorText(error) });
    },
  };
}

/** Returns a mutation that opens the page on which the person can replace the card. */
export function useCardPage() {
  const { onError } = useAfterChange();
  const language = useLocale();
  return useMutation({
    mutationFn: () => call.billing.openCardPage({ language }),
    onSuccess: ({ url }) => location.assign(url),
    onError,
  });
}

/** Returns a mutation that requests an invoice from the API as the signed-in person, and downloads it as a file. */
export function useInvoicePdf() {
  const { onError } = useAfterChange();
  return useMutation(
    api.billing.getInvoicePdf.mutationOptions({
      onSuccess: (file) => download(file, file.name),
      onError,
    }),
  );
}
