import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';

const refresh = () =>
  Promise.all(
    [api.reviews.key(), api.appointments.key()].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );

/**
 * Returns a function that shows a toast if the service refused because the proposed review visit has ended. The card of
 * this review visit disappears, so the card cannot show the message.
 */
function useTellEnded() {
  const errorText = useErrorText();
  return (error: unknown) => {
    if (refusalOf(error)?.code === 'REVIEW_ENDED') toast({ kind: 'error', title: errorText(error) });
  };
}

export function useAccept(onDone: () => void = () => {}) {
  const { t } = useTranslation('reviews');
  return useMutation(
    api.reviews.acceptReview.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('accepted') });
        onDone();
      },
      onError: useTellEnded(),
      onSettled: refresh,
    }),
  );
}

export function useDecline(onDone: () => void) {
  const { t } = useTranslation('reviews');
  return useMutation(
    api.reviews.declineReview.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('declined') });
        onDone();
      },
      onError: useTellEnded(),
      onSettled: refresh,
    }),
  );
}
