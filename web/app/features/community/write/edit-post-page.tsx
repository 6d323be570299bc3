import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Post } from '#contract/community/content.ts';
import type { Me } from '#contract/identity.ts';
import { api, call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import type { DraftText } from '../draft/draft.ts';
import { DraftNote } from '../draft/draft-note.tsx';
import { type DraftHandle, useDraft } from '../draft/use-draft.ts';
import { postPath } from '../parts/links.ts';
import { PostForm } from './post-form.tsx';
import { Restored } from './restored.tsx';
import styles from './write.module.css';

export function EditPostPage({ user, postId }: { user: Me; postId: string }) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const place = useMemo(() => ({ post_id: null, parent_id: null, editing_id: postId }), [postId]);
  const draft = useDraft(user, place);
  const query = useQuery(
    api.community.getPost.queryOptions({ input: { post_id: postId }, refetchOnWindowFocus: false }),
  );
  const post = query.data?.post;
  return (
    <main id="content" className={styles.page}>
      <h1 className={styles.title}>{t('write.edit')}</h1>
      {post && draft ? (
        post.can_edit ? (
          <Editing post={post} draft={draft} />
        ) : (
          <EmptyState title={t('write.notYours')} />
        )
      ) : query.isError ? (
        <ErrorState
          title={errorText(query.error)}
          text=""
          onRetry={() => void query.refetch()}
          busy={query.isRefetching}
        />
      ) : (
        <div aria-busy="true">
          <SkeletonRows rows={4} />
        </div>
      )}
    </main>
  );
}

const textOf = ({ title, body, tags, channel }: Post): DraftText => ({
  title,
  body,
  tags: tags.map((tag) => tag.title),
  channel_id: channel.id,
});

function Editing({ post, draft }: { post: Post; draft: DraftHandle }) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const [isRestored, setRestored] = useState(draft.found !== undefined);
  const [text, setText] = useState<DraftText>(() => draft.found ?? textOf(post));
  const [version] = useState(post.version);
  const leave = () => navigate(inLanguage(postPath(post.id), locale));
  const save = useMutation({
    mutationFn: () =>
      call.community.editPost({ post_id: post.id, version, title: text.title, body: text.body, tags: text.tags }),
    onSuccess: () => {
      draft.discard();
      void queryClient.invalidateQueries({ queryKey: api.community.key() });
      leave();
    },
  });
  return (
    <>
      {isRestored && draft.found && (
        <Restored
          found={draft.found}
          action={t('draft.asPublished')}
          onDrop={() => {
            draft.discard();
            setText(textOf(post));
            setRestored(false);
          }}
        />
      )}
      <PostForm
        key={String(isRestored)}
        text={text}
        onChange={(next) => {
          setText(next);
          draft.change(next);
        }}
        onCancel={leave}
        onSubmit={() => save.mutate()}
        isBusy={save.isPending}
        error={save.error ? errorText(save.error) : undefined}
        submit={t('write.save')}
        channelId={post.channel.id}
        note={<DraftNote status={draft.status} />}
      />
    </>
  );
}
