import { useMutation } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comment, Post } from '#contract/community/content.ts';
import type { Me } from '#contract/identity.ts';
import { api, call } from '#web/lib/api.ts';
import { focusSoon } from '#web/lib/focus-soon.ts';
import { queryClient } from '#web/lib/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { emptyText } from '../draft/draft.ts';
import { DraftNote } from '../draft/draft-note.tsx';
import { type DraftHandle, useDraft } from '../draft/use-draft.ts';
import { LazyEditor } from '../editor/lazy-editor.tsx';
import { patchPost } from '../feed/post-cache.ts';
import { AppearAs, useChosenName } from '../people/appear-as.tsx';
import { useAttempts } from '../parts/attempts.ts';
import { ownSubmit, sendKey } from '../parts/send-key.ts';
import { useFindPeople } from '../write/find-people.ts';
import { uploadPostImage } from '../write/upload-image.ts';
import { useRedFlags } from '../write/use-red-flags.tsx';
import { countOf } from './comment-tree.ts';
import { putComments } from './use-post.ts';
import { EarlyComposer } from './early-composer.tsx';
import styles from './post.module.css';

export interface Answering {
  user: Me;
  post: Post;
  /** The comment to which the writer replies. Null means a reply to the post. */
  parentId: string | null;
  editing?: Comment;
  quote?: string;
  label: string;
  /** Text that the person typed before the editor was loaded. It is undefined if the person changes a comment. */
  typedRef?: React.RefObject<string> | undefined;
}

export default function OpenComposer(props: Answering & { onClose: () => void }) {
  const { user, post, parentId, editing } = props;
  const editingId = editing?.id;
  const { id, title } = post;
  const { slug, name } = post.channel;
  const place = useMemo(() => {
    const home = { channel: { slug, name }, post: { id, title }, is_open: true };
    return editingId
      ? { post_id: null, parent_id: null, editing_id: editingId, home }
      : { post_id: id, parent_id: parentId, editing_id: null, home };
  }, [editingId, id, title, slug, name, parentId]);
  const draft = useDraft(user, place);
  return draft ? <Writing {...props} draft={draft} /> : <EarlyComposer {...props} />;
}

function Writing({
  post,
  parentId,
  editing,
  quote,
  label,
  onClose,
  draft,
  typedRef,
}: Answering & { onClose: () => void; draft: DraftHandle }) {
  const { t } = useTranslation('community');
  const [first] = useState(draft.found?.body ?? editing?.body ?? '');
  const [body, setBody] = useState(first);
  const [uploads, setUploads] = useState(0);
  const isUploading = uploads > 0;
  const findPeople = useFindPeople(post.id);
  const { send, error } = useSend({ post, parentId, editing, draft, onDone: onClose });
  const { withName, nameDialog } = useChosenName(t('comment.send'));
  const { unlessUrgent, redFlagDialog } = useRedFlags();
  const sendText = () => {
    if (body !== '' && !isUploading && !send.isPending) unlessUrgent(body, () => withName(() => send.mutate(body)));
  };

  return (
    <Stack
      as="form"
      gap={10}
      className={styles.composer}
      noValidate
      onSubmit={ownSubmit(sendText)}
      onKeyDownCapture={sendKey(sendText)}
    >
      <p className={styles.replying}>{label}</p>
      <LazyEditor
        label={label}
        placeholder={t('comments.placeholder')}
        initial={first}
        isSmall
        takesFocus
        quote={quote}
        typedRef={typedRef}
        onChange={(html) => {
          setBody(html);
          draft.change({ ...emptyText, body: html });
        }}
        onUploading={(change) => setUploads((count) => count + change)}
        uploadImage={(file, facts) => uploadPostImage(file, facts, post.channel.id)}
        findPeople={findPeople}
      />
      {!editing && <AppearAs />}
      {!editing && post.web_since && <WebNote />}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Row gap={8} align="center" wrap>
        <DraftNote status={draft.status} />
        <Button size="s" variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          type="submit"
          size="s"
          variant="primary"
          disabled={body === ''}
          busy={send.isPending || isUploading}
          saving={send.isPending}
          busyLabel={isUploading ? t('editor.image.uploading') : undefined}
          aria-keyshortcuts="Control+Enter"
        >
          {t(editing ? 'write.save' : 'comment.send')}
        </Button>
      </Row>
      {nameDialog}
      {redFlagDialog}
    </Stack>
  );
}

interface Sending {
  post: Post;
  parentId: string | null;
  editing?: Comment;
  draft: DraftHandle;
  onDone: () => void;
}

function useSend({ post, parentId, editing, draft, onDone }: Sending) {
  const { t } = useTranslation('community');
  const { attempts, attemptError } = useAttempts();
  // The version that the author has read. A live update may bring a newer one, which the author has not seen.
  const [version] = useState(editing?.version);
  const send = useMutation({
    mutationFn: (body: string) =>
      editing && version !== undefined
        ? call.community.editComment({ comment_id: editing.id, version, body })
        : call.community.createComment({
            post_id: post.id,
            parent_id: parentId ?? undefined,
            body,
            draft_id: draft.id,
            idempotency_key: attempts.key,
          }),
    onSuccess: (comment) => {
      if (editing) draft.discard();
      else draft.published();
      // Only visible comments are counted. An edit may hide a comment.
      const added = countOf(comment) - countOf(editing);
      putComments(post.id, [comment], added);
      patchPost(post.id, (now) => ({ comments_count: now.comments_count + added }));
      if (comment.state === 'held') toast({ kind: 'info', title: t('write.held'), text: t('write.held.text') });
      onDone();
      focusSoon(() => document.getElementById(`comment-${comment.id}`));
    },
    onError: (failure) => {
      if (attempts.failed(failure)) void queryClient.invalidateQueries({ queryKey: api.community.key() });
    },
  });
  return { send, error: send.error ? attemptError(send.error) : undefined };
}

/** Tells people who write a reply that everyone can read it on the web. */
const WebNote = () => (
  <Suspense>
    <WebWords />
  </Suspense>
);

function WebWords() {
  const { t } = useTranslation('library');
  return <p className="small muted">{t('own.answering')}</p>;
}
