import { useMutation } from '@tanstack/react-query';
import {
  Ellipsis,
  Flag,
  Gavel,
  BookOpen,
  History,
  Lock,
  LockOpen,
  PenLine,
  Pin,
  PinOff,
  Stethoscope,
  Trash2,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Post } from '#contract/community/content.ts';
import { call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import { dropPost, keepPost, patchPost } from '../feed/post-cache.ts';
import { Disclosure } from '../parts/disclosure.tsx';
import { statementLanguage } from '../moderation/language-name.ts';
import { channelPath, postPath } from '../parts/links.ts';
import { postOffers } from './offers.ts';

const ReportDialog = lazy(() => import('./report-dialog.tsx'));
const HistoryDialog = lazy(() => import('./history-dialog.tsx'));
const UnaskDialog = lazy(() => import('./unask-dialog.tsx'));
const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));
const WebDialog = lazy(() => import('./web-dialog.tsx'));
const DecideDialog = lazy(() => import('../moderation/decide-dialog.tsx'));

/**
 * Returns a function that changes whether the post is pinned, locked or asks for a practitioner. The change is shown at
 * once, and undone if the service refuses.
 */
function useMark(post: Post) {
  const errorText = useErrorText();
  const { mutate } = useMutation({
    scope: { id: `mark-${post.id}` },
    mutationFn: ({ run }: { change: Partial<Post>; run: () => Promise<unknown> }) => run(),
    onMutate: ({ change }) => patchPost(post.id, () => change),
    onSuccess: (_, { change }) => keepPost(post.id, () => change),
    onError: (error) => {
      const { is_pinned, is_locked, is_asking_practitioner } = post;
      patchPost(post.id, () => ({ is_pinned, is_locked, is_asking_practitioner }));
      toast({ kind: 'error', title: errorText(error) });
    },
  });
  return mutate;
}

type Dialog = 'unask' | 'report' | 'history' | 'delete' | 'decide' | 'web';

/** The actions of this reader on the post, in the order of the menu. */
function usePostActions(post: Post, open: (dialog: Dialog) => void) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const navigate = useNavigate();
  const mark = useMark(post);
  const post_id = post.id;
  const offers = postOffers(post);
  return [
    post.can_edit && {
      icon: PenLine,
      label: t('post.edit'),
      run: () => navigate(inLanguage(`${postPath(post_id)}/edit`, locale)),
    },
    offers.ask && {
      icon: Stethoscope,
      label: t(post.is_asking_practitioner ? 'post.askNot' : 'post.ask'),
      run: () => {
        if (post.is_asking_practitioner && !post.is_mine) return open('unask');
        const is_asking_practitioner = !post.is_asking_practitioner;
        mark({
          change: { is_asking_practitioner },
          run: async () => {
            const asked = await call.community.askPractitioner({ post_id, is_asking: is_asking_practitioner });
            patchPost(post_id, () => asked);
            keepPost(post_id, () => asked);
          },
        });
      },
    },
    offers.pin && {
      icon: post.is_pinned ? PinOff : Pin,
      label: t(post.is_pinned ? 'post.unpin' : 'post.pin'),
      run: () => {
        const is_pinned = !post.is_pinned;
        mark({ change: { is_pinned }, run: () => call.community.setPinned({ post_id, is_pinned }) });
      },
    },
    post.can_moderate && {
      icon: post.is_locked ? LockOpen : Lock,
      label: t(post.is_locked ? 'post.unlock' : 'post.lock'),
      run: () => {
        const is_locked = !post.is_locked;
        mark({ change: { is_locked }, run: () => call.community.setLocked({ post_id, is_locked }) });
      },
    },
    (post.can_open_to_web || (post.is_mine && post.web_since)) && {
      icon: BookOpen,
      label: t(post.web_since ? 'post.offWeb' : 'post.onWeb'),
      run: () => open('web'),
    },
    post.edited_at && { icon: History, label: t('post.history'), run: () => open('history') },
    offers.report && { icon: Flag, label: t('post.report'), run: () => open('report') },
    post.can_moderate && !post.is_mine && { icon: Gavel, label: t('post.decide'), run: () => open('decide') },
    post.can_delete && { icon: Trash2, label: t('post.delete'), run: () => open('delete'), danger: true },
  ].filter((entry) => entry !== false && entry !== null && entry !== '');
}

export function PostMenu({ post }: { post: Post }) {
  const { t } = useTranslation('community');
  const [dialog, setDialog] = useState<Dialog>();
  const entries = usePostActions(post, setDialog);
  return (
    <>
      <Disclosure icon={Ellipsis} label={t('post.menu')}>
        {entries.map(({ icon, label, run, ...rest }) => (
          <button key={label} type="button" data-danger={'danger' in rest || undefined} onClick={run}>
            <Icon as={icon} size="s" />
            {label}
          </button>
        ))}
      </Disclosure>
      <Suspense>{dialog && <PostDialog dialog={dialog} post={post} onClose={() => setDialog(undefined)} />}</Suspense>
    </>
  );
}

function PostDialog({ dialog, post, onClose }: { dialog: Dialog; post: Post; onClose: () => void }) {
  const locale = useLocale();
  const navigate = useNavigate();
  const { id, title, author, state, version, body, lang, channel } = post;
  if (dialog === 'unask') return <UnaskDialog postId={id} onClose={onClose} />;
  if (dialog === 'report') return <ReportDialog kind="post" id={id} onClose={onClose} />;
  if (dialog === 'web') return <WebDialog post={post} onClose={onClose} />;
  if (dialog === 'history') return <HistoryDialog target={{ post_id: id }} onClose={onClose} />;
  if (dialog === 'decide')
    return (
      <DecideDialog
        subject={{ kind: 'post', id, title, author, state, version, body }}
        channelId={channel.id}
        language={statementLanguage(lang, locale)}
        onClose={onClose}
      />
    );
  return (
    <DeleteDialog
      kind="post"
      onClose={onClose}
      run={() => call.community.deletePost({ post_id: id })}
      onDone={() => {
        dropPost(id);
        navigate(inLanguage(channelPath(channel.slug), locale), { replace: true });
      }}
    />
  );
}
