import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CommunityLimits } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
import { useAskBeforeLeaving } from '#web/lib/unsent-text.ts';
import { KeptValue, useKeptState } from '#web/lib/unsent-value.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Attempts, useAttemptError } from '../parts/attempts.ts';
import { guidePath } from '../parts/links.ts';
import { ownSubmit } from '../parts/send-key.ts';
import { BodyField } from '../write/body-field.tsx';
import styles from './guides.module.css';

interface Text {
  title: string;
  body: string;
}

interface Stored extends Text {
  /** The version of the stored text. It is 0 if the guide does not exist yet. */
  version: number;
}

/** What the person has typed, and the version on which it is based. */
interface Draft extends Stored {
  /** The attempts to publish this text as a new guide. */
  attempts: Attempts;
}

const editPlace = (guideId: string): string => `guide ${guideId}`;

/** The page for a new guide, which starts empty or with the text of an answer. */
export function NewGuidePage({ slug, answerId }: { slug: string; answerId: string | null }) {
  const { t } = useTranslation('community-guides');
  const channel = useQuery(api.community.getChannel.queryOptions({ input: { slug } }));
  const answer = useQuery({
    ...api.community.getComment.queryOptions({ input: { comment_id: answerId ?? '' } }),
    enabled: answerId !== null,
  });
  const found = answer.data?.comments.find(({ id }) => id === answerId);
  const isReady = channel.data !== undefined && (answerId === null || found !== undefined);
  return (
    <main id="content" className={styles.page}>
      <h1 className={styles.title}>{t('new')}</h1>
      <Loading queries={answerId === null ? [channel] : [channel, answer]} isReady={isReady}>
        {channel.data && (
          <GuideForm
            place={`new guide ${slug} ${answerId ?? ''}`}
            stored={{ title: '', body: found?.body ?? '', version: 0 }}
            save={({ title, body, attempts }) =>
              call.community.createGuide({
                channel_id: channel.data.id,
                title,
                body,
                ...(found && { comment_id: found.id }),
                idempotency_key: attempts.key,
              })
            }
          />
        )}
      </Loading>
    </main>
  );
}

export function EditGuidePage({ guideId }: { guideId: string }) {
  const { t } = useTranslation('community-guides');
  const query = useQuery(
    api.community.getGuide.queryOptions({ input: { guide_id: guideId }, refetchOnWindowFocus: false }),
  );
  const guide = query.data;
  return (
    <main id="content" className={styles.page}>
      <h1 className={styles.title}>{t('edit')}</h1>
      <Loading queries={[query]} isReady={guide !== undefined}>
        {guide?.text && guide.can_edit ? (
          <GuideForm
            place={editPlace(guideId)}
            stored={guide.text}
            save={({ title, body, version }) => call.community.editGuide({ guide_id: guideId, version, title, body })}
            onReload={async () => !(await query.refetch()).isError}
          />
        ) : (
          <NotYours />
        )}
      </Loading>
    </main>
  );
}

function NotYours() {
  const { t } = useTranslation('community');
  return <EmptyState title={t('write.notYours')} />;
}

interface LoadingProps {
  queries: readonly { error: Error | null; isRefetching: boolean; refetch: () => Promise<unknown> }[];
  isReady: boolean;
  children: React.ReactNode;
}

function Loading({ queries, isReady, children }: LoadingProps) {
  const errorText = useErrorText();
  // A query that was answered may fail when it is loaded again, for example because the connection was lost. The form
  // then stays, because it contains what the person has typed.
  if (isReady) return children;
  const failed = queries.find(({ error }) => error !== null);
  if (failed?.error)
    return (
      <ErrorState
        title={errorText(failed.error)}
        text=""
        onRetry={() => void failed.refetch()}
        busy={failed.isRefetching}
      />
    );
  return (
    <div aria-busy="true">
      <SkeletonRows rows={4} />
    </div>
  );
}

interface FormProps {
  /** The place in which the typed text is kept until it is saved. */
  place: string;
  stored: Stored;
  save: (draft: Draft) => Promise<{ guide_id: string }>;
  /** Loads the stored text again. Returns whether it was loaded. Only a guide that exists already can be loaded. */
  onReload?: () => Promise<boolean>;
}

/**
 * The typed text is based on the version that the form showed when the person began to type, even if a newer version is
 * loaded in the meantime. The service therefore refuses a save that would overwrite a version that the form does not
 * show.
 */
function useGuideDraft({ place, stored, save, onReload }: FormProps) {
  const navigate = useNavigate();
  const locale = useLocale();
  const [draft, setDraft] = useKeptState<Draft | undefined>(place, undefined);
  const [start, setStart] = useState(stored);
  if (!draft && start.version !== stored.version) setStart(stored);
  // The editor of the body reads its text only once. A new key makes it read the text again.
  const [round, setRound] = useState(0);
  const shown: Stored = draft ?? start;
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: save,
    onSuccess: async ({ guide_id }, sent) => {
      await queryClient.invalidateQueries({ queryKey: api.community.getGuide.key() });
      void queryClient.invalidateQueries({ queryKey: api.community.listGuides.key() });
      const now = new KeptValue<Draft | undefined>(place, undefined).read();
      // Text that was typed during the save is based on the saved version from now on. The edit page shows this text.
      const later = now && now !== sent ? { ...now, version: sent.version + 1 } : undefined;
      if (later) new KeptValue<Draft | undefined>(editPlace(guide_id), undefined).write(later);
      const path = later ? `${guidePath(guide_id)}/edit` : guidePath(guide_id);
      await navigate(inLanguage(path, locale), { replace: later !== undefined });
      setDraft(place === editPlace(guide_id) ? later : undefined);
    },
    onError: (failure, { attempts }) => {
      if (attempts.failed(failure)) void queryClient.invalidateQueries({ queryKey: api.community.listGuides.key() });
    },
  });
  const discard = () => {
    setDraft(undefined);
    setRound(round + 1);
    reset();
  };
  return {
    draft,
    shown,
    editorKey: `${shown.version} ${round}`,
    error,
    isPending,
    change: (part: Partial<Text>) =>
      setDraft((now) => ({ ...(now ?? { ...start, attempts: new Attempts() }), ...part })),
    submit: () => draft && !isPending && mutate(draft),
    discard,
    reload: onReload && (async () => void ((await onReload()) && discard())),
  };
}

function GuideForm(props: FormProps) {
  const { t } = useTranslation('community-guides');
  const { t: words } = useTranslation('community');
  const attemptError = useAttemptError();
  const { draft, shown, editorKey, error, isPending, change, submit, discard, reload } = useGuideDraft(props);
  useAskBeforeLeaving(draft !== undefined);
  const isValid = shown.title.trim() !== '' && shown.body !== '';
  return (
    <Stack as="form" gap={16} noValidate onSubmit={ownSubmit(() => isValid && submit())}>
      <p className="small muted">{t('form.hint')}</p>
      {reload && <p className="small muted">{t('form.again')}</p>}
      <TextField
        label={words('write.title')}
        maxLength={CommunityLimits.title_max}
        value={shown.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <BodyField key={editorKey} body={shown.body} onChange={(body) => change({ body })} />
      {error && (
        <p role="alert" className={styles.error}>
          {attemptError(error)}
        </p>
      )}
      <Row gap={8} wrap>
        <Button type="submit" variant="primary" disabled={!draft || !isValid} busy={isPending}>
          {t('save')}
        </Button>
        {draft && (
          <Button variant="quiet" onClick={discard} disabled={isPending}>
            {t('discard')}
          </Button>
        )}
        {reload && refusalOf(error)?.code === 'TEXT_OUTDATED' && (
          <Button onClick={() => void reload()}>{t('reload')}</Button>
        )}
      </Row>
    </Stack>
  );
}
