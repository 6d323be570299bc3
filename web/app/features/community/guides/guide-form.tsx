import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CommunityLimits } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
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
          <GuideForm
            first={guide.text}
            channelId={guide.channel.id}
            isAgain
            save={(text) => call.community.editGuide({ guide_id: guideId, version: guide.text?.version ?? 1, ...text })}
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
  if (isReady) return children;
  return (
    <div aria-busy="true">
      <SkeletonRows rows={4} />
    </div>
  );
}

interface FormProps {
  first: Text;
  channelId: string;
  /** True if the guide already exists. A change then needs a new review. */
  isAgain?: boolean;
  /** Saves the text. A new guide needs the idempotency key. */
  save: (text: Text, key: string) => Promise<{ guide_id: string }>;
}

function GuideForm({ first, channelId, isAgain = false, save }: FormProps) {
  const { t } = useTranslation('community-guides');
  const { t: words } = useTranslation('community');
  const locale = useLocale();
  const navigate = useNavigate();
  const { attempts, attemptError } = useAttempts();
  const [text, setText] = useState<Text>({ title: first.title, body: first.body });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => save(text, attempts.key),
    onSuccess: async ({ guide_id }) => {
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
        onChange={(event) => setText({ ...text, title: event.target.value })}
      />
      <BodyField body={text.body} onChange={(body) => setText((now) => ({ ...now, body }))} channelId={channelId} />
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
