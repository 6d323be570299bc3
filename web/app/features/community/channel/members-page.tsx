import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel, Member } from '#contract/community/channels.ts';
import { type MemberRole, MemberRoles } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { paged } from '../feed/paged.ts';
import { Page } from '../layout/page.tsx';
import { Author, RoleBadge } from '../parts/author.tsx';
import { Initials } from '../parts/letter.tsx';
import { channelPath } from '../parts/links.ts';
import { useTyped } from '#web/lib/use-typed.ts';
import { ChannelAside } from './channel-aside.tsx';
import { ChannelState } from './channel-state.tsx';
import { Gate } from './gate.tsx';
import styles from './members.module.css';

const SureDialog = lazy(() => import('../parts/sure-dialog.tsx'));

export function MembersPage({ slug }: { slug: string }) {
  const { t } = useTranslation('community');
  const query = useQuery(api.community.getChannel.queryOptions({ input: { slug } }));
  if (!query.data) return <ChannelState query={query} />;
  const channel = query.data;
  return (
    <Page
      title={t('members.title')}
      lead={<LocalisedLink to={channelPath(channel.slug)}>fl@{channel.slug}</LocalisedLink>}
      aside={<ChannelAside channel={channel} isLink />}
    >
      {channel.can_moderate && <Gate channel={channel} />}
      <Members channel={channel} />
    </Page>
  );
}

function Members({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const [search, setSearch] = useState('');
  const settled = useTyped(search.trim());
  const query = useInfiniteQuery(
    api.community.listChannelMembers.infiniteOptions({
      input: (cursor: string | undefined) => ({ channel_id: channel.id, search: settled, cursor }),
      placeholderData: keepPreviousData,
      ...paged,
    }),
  );
  const members = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  return (
    <>
      <TextField
        className={styles.find}
        label={<span className="visually-hidden">{t('members.search')}</span>}
        type="search"
        required={false}
        placeholder={t('members.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {query.isPending ? (
        <div className={styles.sheet} aria-busy="true">
          <SkeletonRows rows={6} />
        </div>
      ) : query.isError && !query.data ? (
        <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />
      ) : members.length === 0 ? (
        <p className={styles.none}>{t('members.none')}</p>
      ) : (
        <ul className={styles.sheet}>
          {members.map((member) => (
            <Row key={member.person.id} member={member} channel={channel} />
          ))}
        </ul>
      )}
      <LoadMore query={query}>{t('more')}</LoadMore>
    </>
  );
}

function Row({ member, channel }: { member: Member; channel: Channel }) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const { person, role } = member;
  return (
    <li className={styles.row}>
      <Initials name={person.display_name} size="l" />
      <div className={styles.words}>
        <p className={styles.name}>
          <Author person={person} isStrong />
          {role !== 'member' && <RoleBadge of={role} />}
          {member.is_online && <span className={styles.online}>{t('channel.online')}</span>}
        </p>
        <p className="micro muted">
          @{person.handle} · {t('members.since', { date: format.date(member.joined_at) })}
        </p>
      </div>
      {channel.role === 'owner' && channel.can_moderate && <RoleSelect member={member} channel={channel} />}
      {channel.can_moderate && role === 'member' && <RemoveButton member={member} channel={channel} />}
    </li>
  );
}

const refresh = () => queryClient.invalidateQueries({ queryKey: api.community.key() });

function RoleSelect({ member: { person, role }, channel }: { member: Member; channel: Channel }) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (next: MemberRole) =>
      call.community.setMemberRole({ channel_id: channel.id, user_id: person.id, role: next }),
    onSuccess: refresh,
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <select
      className={styles.select}
      aria-label={t('members.role', { name: person.display_name })}
      value={isPending ? variables : role}
      disabled={isPending}
      onChange={(event) => mutate(event.target.value as MemberRole)}
    >
      {MemberRoles.map((one) => (
        <option key={one} value={one}>
          {t(`role.${one}`)}
        </option>
      ))}
    </select>
  );
}

function RemoveButton({ member: { person }, channel }: { member: Member; channel: Channel }) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const [isAsked, setAsked] = useState(false);
  const name = person.display_name;
  const { mutate, isPending } = useMutation({
    mutationFn: () => call.community.removeMember({ channel_id: channel.id, user_id: person.id }),
    onSuccess: () => {
      toast({ kind: 'success', title: t('members.removed', { name }) });
      return refresh();
    },
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <>
      <Button
        size="xs"
        variant="quiet"
        busy={isPending}
        aria-label={t('members.remove', { name })}
        onClick={() => setAsked(true)}
      >
        {t('members.removeShort')}
      </Button>
      <Suspense>
        {isAsked && (
          <SureDialog
            title={t('members.remove', { name })}
            lead={t('members.remove.text', { name })}
            action={t('members.removeShort')}
            busy={isPending}
            onSure={() => mutate()}
            onClose={() => setAsked(false)}
          />
        )}
      </Suspense>
    </>
  );
}
