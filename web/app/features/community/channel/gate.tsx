import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '#contract/community/channels.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Row } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { paged } from '../feed/paged.ts';
import { Author } from '../parts/author.tsx';
import { useTyped } from '#web/lib/use-typed.ts';
import styles from './members.module.css';

const refresh = () => queryClient.invalidateQueries({ queryKey: api.community.key() });

function useAnswer<Input>(run: (input: Input) => Promise<unknown>) {
  const errorText = useErrorText();
  return useMutation({
    mutationFn: run,
    onSuccess: refresh,
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
}

/** Lists the people who want to join and the people who are invited, for moderators. */
export function Gate({ channel }: { channel: Channel }) {
  return (
    <>
      <Requests channel={channel} />
      <Invites channel={channel} />
    </>
  );
}

function Requests({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community');
  const query = useInfiniteQuery(
    api.community.listJoinRequests.infiniteOptions({
      input: (cursor: string | undefined) => ({ channel_id: channel.id, cursor }),
      ...paged,
    }),
  );
  const requests = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const { mutate, isPending, variables } = useAnswer((input: { user_id: string; accept: boolean }) =>
    call.community.answerJoinRequest({ channel_id: channel.id, ...input }),
  );
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isRefetching} />;
  if (requests.length === 0) return null;
  return (
    <section className={styles.box}>
      <h2 className={styles.boxTitle}>{t('gate.requests', { count: channel.join_requests_count ?? 0 })}</h2>
      <ul>
        {requests.map(({ person, words, created_at }) => (
          <li key={person.id} className={styles.row}>
            <div className={styles.words}>
              <p className={styles.name}>
                <Author person={person} isStrong />
                <span className="micro muted">
                  <Ago moment={created_at} />
                </span>
              </p>
              {words && <p className="small">{words}</p>}
            </div>
            <Button
              size="xs"
              variant="ink"
              busy={isPending && variables.user_id === person.id}
              aria-label={t('gate.accept', { name: person.display_name })}
              onClick={() => mutate({ user_id: person.id, accept: true })}
            >
              {t('gate.acceptShort')}
            </Button>
            <Button
              size="xs"
              variant="quiet"
              aria-label={t('gate.decline', { name: person.display_name })}
              onClick={() => mutate({ user_id: person.id, accept: false })}
            >
              {t('gate.declineShort')}
            </Button>
          </li>
        ))}
      </ul>
      <LoadMore query={query}>{t('more')}</LoadMore>
    </section>
  );
}

function Invites({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community');
  const query = useInfiniteQuery(
    api.community.listChannelInvites.infiniteOptions({
      input: (cursor: string | undefined) => ({ channel_id: channel.id, cursor }),
      ...paged,
    }),
  );
  const invites = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const revoke = useAnswer((invite_id: string) => call.community.revokeInvite({ invite_id }));
  return (
    <section className={styles.box}>
      <h2 className={styles.boxTitle}>{t('gate.invite')}</h2>
      <InviteForm channel={channel} />
      {query.isError && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isRefetching} />
      )}
      {invites.length > 0 && (
        <ul>
          {invites.map(({ id, invitee, created_at }) => (
            <li key={id} className={styles.row}>
              <p className={`${styles.name} ${styles.words}`}>
                <Author person={invitee} isStrong />
                <span className="micro muted">
                  <Ago moment={created_at} />
                </span>
              </p>
              <Button
                size="xs"
                variant="quiet"
                aria-label={t('gate.revoke', { name: invitee.display_name })}
                onClick={() => revoke.mutate(id)}
              >
                {t('gate.revokeShort')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LoadMore query={query}>{t('more')}</LoadMore>
    </section>
  );
}

function InviteForm({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const list = useId();
  const [typed, setTyped] = useState('');
  const handle = typed.replace(/^@/, '').trim();
  const search = useTyped(handle);
  const { data: people = [] } = useQuery(
    api.community.suggestPeople.queryOptions({ input: { search }, enabled: search.length > 0 }),
  );
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call.community.inviteToChannel({ channel_id: channel.id, handle }),
    onSuccess: () => {
      setTyped('');
      toast({ kind: 'success', title: t('gate.invited') });
      return refresh();
    },
  });
  return (
    <Row
      as="form"
      gap={12}
      align="start"
      wrap
      className={styles.invite}
      onSubmit={(event) => {
        event.preventDefault();
        if (handle && !isPending) mutate();
      }}
    >
      <TextField
        label={t('gate.handle')}
        hint={t('gate.handle.hint')}
        error={error && errorText(error)}
        list={list}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={list}>
        {people.map((person) => (
          <option key={person.id} value={person.handle} dir="auto">
            {person.display_name}
          </option>
        ))}
      </datalist>
      <Button type="submit" size="s" variant="ink" disabled={!handle} saving={isPending}>
        {t('gate.send')}
      </Button>
    </Row>
  );
}
