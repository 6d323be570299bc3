import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CommunityLimits } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
import { useAskBeforeLeaving, useKeptState } from '#web/lib/kept-typed.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useAttempts } from '../parts/attempts.ts';
import { guidePath } from '../parts/links.ts';
import { BodyField } from '../write/body-field.tsx';
import styles from './guides.module.css';

interface Text {
  title: string;
  body: string;
}

interface Versioned {
  version: number;
}

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
            first={{ title: '', body: found?.body ?? '' }}
            channelId={channel.data.id}
            save={(text, key) =>
              call.community.createGuide({
                channel_id: channel.data.id,
                ...text,
                ...(found && { comment_id: found.id }),
                idempotency_key: key,
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
          <EditForm guideId={guideId} channelId={guide.channel.id} text={guide.text} />
        ) : (
          <NotYours />
        )}
      </Loading>
    </main>
  );
}

/**
 * The form starts with the text that was loaded first. The save names the version of that text, even if a newer version
 * is loaded in the meantime. The service therefore refuses a save that would overwrite a version that the form does not
 * show.
 */
function EditForm({ guideId, channelId, text }: { guideId: string; channelId: string; text: Text & Versioned }) {
  const [first] = useState(text);
  return (
    <GuideForm
      place={`guide ${guideId} ${first.version}`}
      first={first}
      channelId={channelId}
      isAgain
      save={(typed) => call.community.editGuide({ guide_id: guideId, version: first.version, ...typed })}
    />
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
  first: Text;
  channelId: string;
  /** True if the guide already exists. A change then needs a new review. */
  isAgain?: boolean;
  /** Saves the text. A new guide needs the idempotency key. */
  save: (text: Text, key: string) => Promise<{ guide_id: string }>;
}

function GuideForm({ place, first, channelId, isAgain = false, save }: FormProps) {
  const { t } = useTranslation('community-guides');
  const { t: words } = useTranslation('community');
  const locale = useLocale();
  const navigate = useNavigate();
  const { attempts, attemptError } = useAttempts();
  const [start] = useState<Text>({ title: first.title, body: first.body });
  const [typed, setTyped] = useKeptState<Text | undefined>(place, undefined);
  const text = typed ?? start;
  const change = (part: Partial<Text>) => setTyped((now) => ({ ...(now ?? start), ...part }));
  useAskBeforeLeaving(typed !== undefined);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => save(text, attempts.key),
    onSuccess: async ({ guide_id }) => {
      setTyped(undefined);
      await queryClient.invalidateQueries({ queryKey: api.community.getGuide.key() });
      void queryClient.invalidateQueries({ queryKey: api.community.listGuides.key() });
      await navigate(inLanguage(guidePath(guide_id), locale));
    },
    onError: (failure) => {
      if (attempts.failed(failure)) void queryClient.invalidateQueries({ queryKey: api.community.listGuides.key() });
    },
  });
  const isValid = text.title.trim() !== '' && text.body !== '';
  return (
    <Stack
      as="form"
      gap={16}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React also delivers the submit events of dialogs that this form opened, although the dialogs are not inside
        // the form in the document. Those events must not save the guide.
        if (event.target === event.currentTarget && isValid && !isPending) mutate();
      }}
    >
      <p className="small muted">{t('form.hint')}</p>
      {isAgain && <p className="small muted">{t('form.again')}</p>}
      <TextField
        label={words('write.title')}
        maxLength={CommunityLimits.title_max}
        value={text.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <BodyField body={text.body} onChange={(body) => change({ body })} channelId={channelId} />
      {error && (
        <p role="alert" className={styles.error}>
          {attemptError(error)}
        </p>
      )}
      <Row gap={8} wrap>
        <Button type="submit" variant="primary" disabled={!isValid} busy={isPending}>
          {t('save')}
        </Button>
      </Row>
    </Stack>
  );
}
