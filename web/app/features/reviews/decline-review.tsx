import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useDecline } from './use-answer.ts';

export function DeclineReview({ reviewId, onClose }: { reviewId: string; onClose: () => void }) {
  const { t } = useTranslation('reviews');
  const errorText = useErrorText();
  const { mutate, isPending, error } = useDecline(onClose);
  return (
    <FormDialog
      size="s"
      onClose={onClose}
      title={t('decline.title')}
      lead={t('decline.lead')}
      action={t('decline')}
      busy={isPending}
      onSubmit={() => mutate({ review_id: reviewId })}
      problem={error && errorText(error)}
    >
      {null}
    </FormDialog>
  );
}
