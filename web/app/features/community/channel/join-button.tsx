import { Check } from 'lucide-react';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel, ChannelCard } from '#contract/community/channels.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useJoin } from './use-join.ts';

const SuccessorDialog = lazy(() => import('./successor-dialog.tsx'));

interface Words {
  join: string;
  member: string;
}

interface Props {
  channel: ChannelCard & Partial<Pick<Channel, 'archived_at' | 'delete_at'>>;
  /** Labels of the button, for pages that do not use the default labels. */
  words?: Words;
}

/**
 * The button to join a community, to request to join it, or to leave it. Its accessible name includes the community,
 * because one list has many of these buttons.
 */
export function JoinButton({ channel, words }: Props) {
  const { t } = useTranslation('community');
  const { join, leave } = useJoin(channel);
  const [isNaming, setNaming] = useState(false);

  // A read-only community accepts no new members.
  if (!channel.is_member && (channel.archived_at || channel.delete_at)) return null;

  const onClick = (event: MouseEvent) => {
    // The button changes at once, so the second click of a double click would leave again.
    if (event.detail > 1) return;
    // A request to join is already waiting, so a click does nothing. The button is not disabled, so that it keeps the
    // focus.
    if (channel.has_requested) return;
    if (!channel.is_member) return join.mutate();
    leave.mutate(undefined, { onError: (error) => refusalOf(error)?.code === 'LAST_OWNER' && setNaming(true) });
  };
  const label = channel.is_member
    ? (words?.member ?? t('channel.member'))
    : channel.has_requested
      ? t('channel.requested')
      : channel.join_policy === 'request'
        ? t('channel.ask')
        : (words?.join ?? t('channel.join'));
  return (
    <>
      <Button
        size="s"
        variant={channel.is_member ? 'line' : 'ink'}
        aria-pressed={channel.is_member}
        aria-label={`${label} ${channel.name}`}
        title={channel.is_member ? t('channel.leave') : undefined}
        disabled={channel.kind === 'page'}
        aria-disabled={channel.has_requested || undefined}
        busy={leave.isPending && channel.is_member}
        onClick={onClick}
      >
        {channel.is_member && !words && <Icon as={Check} size="s" />}
        {label}
      </Button>
      {isNaming && (
        <Suspense>
          <SuccessorDialog
            channel={channel}
            onClose={() => setNaming(false)}
            onChoose={(id) => leave.mutate(id, { onSuccess: () => setNaming(false) })}
            isBusy={leave.isPending}
          />
        </Suspense>
      )}
    </>
  );
}
