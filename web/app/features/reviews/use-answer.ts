import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { toast } from '#web/ui/toast.ts';

const refresh = () =>
  Promise.all(
    [api.reviews.key(), api.appointments.key()].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );

export function useAccept(onDone: () => void = () => {}) {
  const { t } = useTranslation('reviews');
  return useMutation(
    api.reviews.acceptReview.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('accepted') });
        onDone();
      },
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
      onSettled: refresh,
    }),
  );
}
