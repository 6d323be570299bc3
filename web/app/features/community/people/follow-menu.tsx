import { useMutation } from '@tanstack/react-query';
import { Bell, BellOff, BellRing, Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import { Disclosure } from '../parts/disclosure.tsx';

type Target = { person_id: string } | { channel_id: string } | { tag: string } | { post_id: string };
type State = 'follow' | 'mute' | 'none';

const icons = { follow: BellRing, none: Bell, mute: BellOff };

interface Props {
  target: Target;
  state: State;
  /** What is followed, for the button's name. */
  name: string;
}

/** Hear of everything, of what concerns oneself, or of nothing. */
export function FollowMenu({ target, state, name }: Props) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const [shown, setShown] = useState(state);
  useEffect(() => setShown(state), [state]);
  const { mutate } = useMutation({
    scope: { id: `follow-${JSON.stringify(target)}` },
    mutationFn: (next: State) => call.community.setFollow({ target, state: next }),
    onMutate: (next) => {
      setShown(next);
      return shown;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.community.key() }),
    onError: (error, _, was) => {
      setShown(was ?? state);
      toast({ kind: 'error', title: errorText(error) });
    },
  });
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
