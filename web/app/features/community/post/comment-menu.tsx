import { Ellipsis, Flag, Gavel, History, Link, PenLine, Quote, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comment, Post } from '#contract/community/content.ts';
import { call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { useCopy } from '#web/ui/copy.ts';
import { Icon } from '#web/ui/icon.tsx';
import { statementLanguage } from '../moderation/language-name.ts';
import { patchPost } from '../feed/post-cache.ts';
import card from '../feed/post-card.module.css';
import { Disclosure } from '../parts/disclosure.tsx';
import { commentPath } from '../parts/links.ts';
import { countOf, deleted } from './comment-tree.ts';
import { commentOffers } from './offers.ts';
import { putComments } from './use-post.ts';

const ReportDialog = lazy(() => import('./report-dialog.tsx'));
const HistoryDialog = lazy(() => import('./history-dialog.tsx'));
const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));
const DecideDialog = lazy(() => import('../moderation/decide-dialog.tsx'));

type Dialog = 'report' | 'history' | 'delete' | 'decide';

interface Props {
  comment: Comment;
  post: Post;
  onEdit: () => void;
  onQuote: () => void;
}

export function CommentMenu({ comment, post, onEdit, onQuote }: Props) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const copy = useCopy();
  const [dialog, setDialog] = useState<Dialog>();

  const address = () => location.origin + inLanguage(commentPath(comment.post_id, comment.id), locale);
  const offers = commentOffers(comment, post);
  const entries = [
    offers.edit && { icon: PenLine, label: t('post.edit'), run: onEdit },
    offers.reply && { icon: Quote, label: t('comment.quote'), run: onQuote },
    offers.react && { icon: Link, label: t('comment.link'), run: () => void copy(address(), t('post.copied')) },
    comment.edited_at && { icon: History, label: t('post.history'), run: () => setDialog('history') },
    post.can_moderate && !comment.is_mine && { icon: Gavel, label: t('post.decide'), run: () => setDialog('decide') },
    // A phone has room only for the reply button, so this menu contains the entry to report a comment.
    offers.report && {
      icon: Flag,
      label: t('post.report'),
      run: () => setDialog('report'),
      className: 'only-small',
    },
    offers.remove && { icon: Trash2, label: t('post.delete'), run: () => setDialog('delete'), danger: true },
  ].filter((entry) => entry !== false && entry !== null && entry !== '');

  return (
    <>
      {offers.report && (
        <button type="button" className={`${card.act} only-large`} onClick={() => setDialog('report')}>
          <Icon as={Flag} size="s" />
          {t('post.report')}
        </button>
      )}
      <Disclosure icon={Ellipsis} size="s" label={t('comment.menu')}>
        {entries.map(({ icon, label, run, ...rest }) => (
          <button
            key={label}
            type="button"
            className={'className' in rest ? rest.className : undefined}
            data-danger={'danger' in rest || undefined}
            onClick={run}
          >
            <Icon as={icon} size="s" />
            {label}
          </button>
        ))}
      </Disclosure>
      <Suspense>
        {dialog && <CommentDialog {...{ dialog, comment, post }} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  );
}

interface DialogProps {
  dialog: Dialog;
  comment: Comment;
  post: Post;
  onClose: () => void;
}

function CommentDialog({ dialog, comment, post, onClose }: DialogProps) {
  const { id, post_id, author, state, version, body, lang } = comment;
  const locale = useLocale();
  if (dialog === 'report') return <ReportDialog kind="comment" id={id} onClose={onClose} />;
  if (dialog === 'history') return <HistoryDialog target={{ comment_id: id }} onClose={onClose} />;
  if (dialog === 'decide')
    return (
      <DecideDialog
        subject={{ kind: 'comment', id, title: post.title, author, state, version, body }}
        channelId={post.channel.id}
        language={statementLanguage(lang, locale)}
        onClose={onClose}
      />
    );
  return (
    <DeleteDialog
      kind="comment"
      onClose={onClose}
      run={() => call.community.deleteComment({ comment_id: id })}
      onDone={() => {
        const less = countOf(comment);
        putComments(post_id, [deleted(comment)], -less);
        patchPost(post_id, (now) => ({ comments_count: now.comments_count - less }));
      }}
    />
  );
}
