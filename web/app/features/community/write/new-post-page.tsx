import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { MyCommunity } from '#contract/community/people.ts';
import type { ChannelLabel } from '#contract/community/terms.ts';
import type { Me } from '#contract/identity.ts';
import { api, call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { type DraftText, emptyText, isBlank, newPost } from '../draft/draft.ts';
import { DraftNote } from '../draft/draft-note.tsx';
import { type DraftHandle, useDraft } from '../draft/use-draft.ts';
import { useMyCommunity } from '../layout/use-my-community.ts';
import { AppearAs, useChosenName } from '../people/appear-as.tsx';
import { useAttempts } from '../parts/attempts.ts';
import { channelPath } from '../parts/links.ts';
import { ChannelSelect, ownPage } from './channel-select.tsx';
import { PostForm } from './post-form.tsx';
import { Restored } from './restored.tsx';
import { useOnWeb } from './use-on-web.tsx';
import { useRedFlags } from './use-red-flags.tsx';
import styles from './write.module.css';

/**
 * A component that suggests a title and tags while the form is empty. It belongs to the care domain, so the route
 * provides it.
 */
export type TextStart = ComponentType<{ onStart: (start: Pick<DraftText, 'title' | 'tags'>) => void }>;

interface Props {
  user: Me;
  TextStart?: TextStart | undefined;
}

export function NewPostPage({ user, TextStart }: Props) {
  const { t } = useTranslation('community');
  const mine = useMyCommunity();
  const draft = useDraft(user, newPost);
  const wished = useWished(mine);
  const [round, setRound] = useState(0);
  return (
    <main id="content" className={styles.page}>
      <h1 className={styles.title}>{t('write.new')}</h1>
      {mine && draft && wished ? (
        <Writing
          key={round}
          mine={mine}
          draft={draft}
          {...wished}
          TextStart={TextStart}
          isFresh={round > 0}
          onStartOver={() => setRound(round + 1)}
        />
      ) : (
        <div aria-busy="true">
          <SkeletonRows rows={4} />
        </div>
      )}
    </main>
  );
}

interface Wished {
  /** The community from whose page the writer came, if the writer may post in it. */
  wished?: ChannelLabel;
  /** True if the writer has not joined this community. Everyone who may read an open community may write in it. */
  isGuest?: boolean;
}

/** Returns the community that the address names, or undefined while communities are loading. */
function useWished(mine: MyCommunity | undefined): Wished | undefined {
  const slug = useSearchParams()[0].get('in') ?? '';
  const wished = mine?.memberships.find(({ channel, is_read_only }) => channel.slug === slug && !is_read_only)?.channel;
  const query = useQuery(
    api.community.getChannel.queryOptions({ input: { slug }, enabled: mine !== undefined && slug !== '' && !wished }),
  );
  if (!mine) return undefined;
  if (wished || slug === '') return { wished };
  if (query.isPending) return undefined;
  return query.data?.can_post ? { wished: query.data, isGuest: true } : {};
}

interface WritingProps extends Wished {
  mine: MyCommunity;
  draft: DraftHandle;
  TextStart: TextStart | undefined;
  /** True if the writer started again with an empty form. No draft is restored then. */
  isFresh: boolean;
  onStartOver: () => void;
}

/**
 * Returns the communities in which the person can write. These are the joined communities that are not read-only. If
 * the person came from the page of a community without having joined it, this community is the first.
 */
const placesOf = ({ memberships }: MyCommunity, guestIn: ChannelLabel | undefined): ChannelLabel[] => [
  ...(guestIn ? [guestIn] : []),
  ...memberships
    .filter(({ kind, is_read_only }) => kind === 'community' && !is_read_only)
    .map(({ channel }) => channel),
];

const pageOf = ({ memberships }: MyCommunity) => memberships.find(({ kind }) => kind === 'page')?.channel.id;

/**
 * Returns the text with which the form starts. A draft may name a community that the writer has left in the meantime.
 */
function firstText(found: DraftText | undefined, places: readonly ChannelLabel[], wished?: ChannelLabel): DraftText {
  const place = [found?.channel_id, wished?.id].find((id) => places.some((one) => one.id === id));
  return { ...emptyText, ...found, channel_id: place ?? null };
}

function Writing({ mine, draft, wished, isGuest, TextStart, isFresh, onStartOver }: WritingProps) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const navigate = useNavigate();
  const found = isFresh ? undefined : draft.found;
  const places = placesOf(mine, isGuest ? wished : undefined);
  const [text, setText] = useState(() => firstText(found, places, wished));
  const [asks, setAsks] = useState(false);
  const titleRef = useRef<HTMLInputElement>(null);
  const chosen = text.channel_id ?? ownPage;
  const channelId = chosen === ownPage ? pageOf(mine) : chosen;
  const { isOnWeb, onWebField } = useOnWeb(places.find(({ id }) => id === channelId));
  const { publish, error } = usePublish(draft);
  const { withName, nameDialog } = useChosenName(t('write.publish'));
  const { unlessUrgent, redFlagDialog } = useRedFlags();
  const send = () =>
    unlessUrgent(`${text.title} ${text.body}`, () =>
      withName(() => publish.mutate({ text, channelId: chosen, asks, isOnWeb })),
    );
  const change = (next: DraftText) => {
    setText(next);
    draft.change(next);
  };
  const start = (given: Pick<DraftText, 'title' | 'tags'>) => {
    change({ ...text, ...given });
    // The focused button disappears, so the focus moves to the title.
    titleRef.current?.focus();
  };
  return (
    <>
      {found && (
        <Restored
          found={found}
          action={t('draft.startOver')}
          onDrop={() => {
            draft.discard();
            onStartOver();
          }}
        />
      )}
      {isBlank(text) && TextStart && (
        <Suspense>
          <TextStart onStart={start} />
        </Suspense>
      )}
      <PostForm
        text={text}
        titleRef={titleRef}
        onChange={change}
        onCancel={() => navigate(inLanguage('/community', locale))}
        onSubmit={send}
        isBusy={publish.isPending}
        error={error}
        submit={t('write.publish')}
        channelId={channelId}
        before={
          <ChannelSelect
            places={places}
            value={chosen}
            onChange={(channel_id) => change({ ...text, channel_id: channel_id === ownPage ? null : channel_id })}
          />
        }
        beforeFoot={
          <>
            <Checkbox
              label={t('write.asks')}
              hint={t('write.asks.hint')}
              checked={asks}
              onChange={(event) => setAsks(event.target.checked)}
            />
            {onWebField}
            <AppearAs />
          </>
        }
        note={<DraftNote status={draft.status} />}
      />
      {nameDialog}
      {redFlagDialog}
    </>
  );
}

interface Sent {
  text: DraftText;
  channelId: string;
  asks: boolean;
  isOnWeb: boolean;
}

function usePublish(draft: DraftHandle) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const navigate = useNavigate();
  const { attempts, attemptError } = useAttempts();
  const publish = useMutation({
    mutationFn: async ({ text, channelId, asks, isOnWeb }: Sent) => {
      const channel_id = channelId === ownPage ? (await call.community.getOrCreateUserChannel()).channel_id : channelId;
      const { title, body, tags } = text;
      return call.community.createPost({
        channel_id,
        title,
        body,
        tags,
        asks_practitioner: asks,
        is_on_web: isOnWeb,
        draft_id: draft.id,
        idempotency_key: attempts.key,
      });
    },
    onSuccess: ({ slug, state }) => {
      draft.published();
      void queryClient.invalidateQueries({ queryKey: api.community.key() });
      if (state === 'held') toast({ kind: 'info', title: t('write.held'), text: t('write.held.text') });
      navigate(inLanguage(slug ? channelPath(slug) : '/community', locale));
    },
    onError: (failure) => {
      if (attempts.failed(failure)) void queryClient.invalidateQueries({ queryKey: api.community.key() });
    },
  });
  useEffect(() => {
    // The text is safe in the draft. After sign-in, the login page opens this page again.
    if (refusalOf(publish.error)?.code === 'UNAUTHENTICATED') toast({ kind: 'error', title: t('write.signIn') });
  }, [publish.error, t]);
  const refusal = refusalOf(publish.error);
  const isKnown = refusal !== undefined || publish.error instanceof TypeError;
  const words = refusal?.code === 'UNAUTHENTICATED' ? t('write.signInShort') : attemptError(publish.error);
  const error = publish.error ? (isKnown ? words : t('write.failed')) : undefined;
  return { publish, error };
}
