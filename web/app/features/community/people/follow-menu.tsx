import { useMutation } from '@tanstack/react-query';
import { Bell, BellOff, BellRing, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import { Disclosure } from '../parts/disclosure.tsx';

type Target = { person_id: string } | { channel_id: string } | { tag: string } | { post_id: string };
type State = 'follow' | 'mute' | 'none';

export const followStateOf = ({ is_followed, is_muted }: { is_followed: boolean; is_muted: boolean }): State =>
  is_muted ? 'mute' : is_followed ? 'follow' : 'none';

const icons = { follow: BellRing, none: Bell, mute: BellOff };

interface Props {
  target: Target;
  state: State;
  /** The name of the followed person, community, tag or thread, for the button. */
  name: string;
}

/** The menu in which the reader chooses the notifications: all of them, those about the reader, or none. */
export function FollowMenu({ target, state, name }: Props) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const { mutate, isPending, variables } = useMutation({
    scope: { id: `follow-${JSON.stringify(target)}` },
    mutationFn: (next: State) => call.community.setFollow({ target, state: next }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.community.key() }),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  // The new choice is shown until the state has been loaded again. Otherwise an earlier choice would be visible for a
  // moment.
  const shown = isPending ? variables : state;
  return (
    <Disclosure icon={icons[shown]} label={`${t(`follow.${shown}`)}: ${name}`}>
      {(['follow', 'none', 'mute'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === shown} onClick={() => mutate(one)}>
          <Icon as={icons[one]} size="s" />
          <span>
            {t(`follow.${one}`)}
            <small>{t(`follow.${one}.hint`)}</small>
          </span>
          {one === shown && <Icon as={Check} size="s" />}
        </button>
      ))}
    </Disclosure>
  );
}
