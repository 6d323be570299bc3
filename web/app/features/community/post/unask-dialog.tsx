import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { TextArea } from '#web/ui/text-field.tsx';
import { keepPost, patchPost } from '../feed/post-cache.ts';
import { CommunityFormDialog } from '../parts/community-form-dialog.tsx';

/**
 * The dialog with which a moderator removes a person's request for a practitioner. The person who made the request
 * reads the reason.
 */
export default function UnaskDialog({ postId, onClose }: { postId: string; onClose: () => void }) {
  const { t } = useTranslation(['community', 'moderation', 'community-statements']);
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const statement = reason.trim();
  const isStated = statement.length >= CommunityLimits.statement_min;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call.community.askPractitioner({ post_id: postId, is_asking: false, statement }),
    onSuccess: (asked) => {
      patchPost(postId, () => asked);
      keepPost(postId, () => asked);
      onClose();
    },
  });
  return (
    <CommunityFormDialog
      onClose={onClose}
      title={t('community-statements:ask.remove')}
      lead={t('community-statements:ask.remove.lead')}
      action={t('community-statements:ask.remove.do')}
      busy={isPending}
      onSubmit={() => {
        setTried(true);
        if (isStated) mutate();
      }}
      problem={error && errorText(error)}
    >
      <TextArea
        label={t('community-statements:ask.remove.words')}
        maxLength={CommunityLimits.statement_max}
        dir="auto"
        value={reason}
        error={isTried && !isStated && t('moderation:statement.short', { min: CommunityLimits.statement_min })}
        onChange={(event) => setReason(event.target.value)}
      />
    </CommunityFormDialog>
  );
}
