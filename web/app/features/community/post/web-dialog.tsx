import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Post } from '#contract/community/content.ts';
import { call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { keepPost } from '../feed/post-cache.ts';
import { CommunityDialog } from '../parts/community-dialog.tsx';
import styles from './dialogs.module.css';

/**
 * The dialog in which a reader publishes their own thread on the web. It first shows what everyone will see. A
 * published thread can be removed from the web here.
 */
export default function WebDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { t } = useTranslation(['library', 'community']);
  const errorText = useErrorText();
  const { id: post_id, web_since } = post;
  const isThere = web_since !== null;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call.community.setPostOnWeb({ post_id, is_on_web: !isThere }),
    onSuccess: ({ web_since: since }) => {
      keepPost(post_id, () => ({ web_since: since }));
      onClose();
      toast({ kind: 'success', title: t(since ? 'own.opened' : 'own.closed') });
    },
  });
  const said = isThere ? 'own.close' : 'own.open';
  return (
    <CommunityDialog
      onClose={onClose}
      size="s"
      title={t(`${said}.title`)}
      lead={t(`${said}.lead`)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('community:cancel')}
          </Button>
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            {t(`${said}.action`)}
          </Button>
        </>
      }
    >
      {!isThere && (
        <>
          <Stack as="ul" gap={8} className={styles.facts}>
            {(['names', 'answers', 'pictures', 'end'] as const).map((fact) => (
              <li key={fact}>{t(`own.fact.${fact}`, { name: post.author?.display_name ?? '' })}</li>
            ))}
          </Stack>
        </>
      )}
      {error && (
        <p role="alert" className={styles.error}>
          {errorText(error)}
        </p>
      )}
    </CommunityDialog>
  );
}
