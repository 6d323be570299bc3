import { useMutation, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyCommunity } from '#contract/community/people.ts';
import { CommunityLimits } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CommunityFormDialog } from '../parts/community-form-dialog.tsx';
import { refreshMyCommunity } from '../layout/use-my-community.ts';
import styles from './appear-as.module.css';

interface Props {
  mine: MyCommunity;
  /** The verb of the action that waits for the name, for example 'Publish'. */
  action?: string | undefined;
  onClose: () => void;
  onChosen?: (() => void) | undefined;
}

/** Asks for the name that others will see, for example before the person's first post or comment. */
export default function NameDialog({ mine, action, onClose, onChosen }: Props) {
  const { t } = useTranslation(['community', 'community-writing']);
  const errorText = useErrorText();
  const [name, setName] = useState(mine.me.display_name);
  const [isTried, setTried] = useState(false);
  const isShort = name.trim().length < 2;
  const suggestions = useQuery(api.community.suggestNames.queryOptions({ staleTime: Infinity, gcTime: 0 }));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call.community.chooseMyName({ display_name: name.trim() }),
    onSuccess: async (me) => {
      queryClient.setQueryData<MyCommunity>(
        api.community.getMyCommunity.queryKey(),
        (now) => now && { ...now, me, has_chosen_name: true },
      );
      void refreshMyCommunity();
      onClose();
      onChosen?.();
    },
  });
  const choose = () => {
    setTried(true);
    if (!isShort) mutate();
  };
  return (
    <CommunityFormDialog
      onClose={onClose}
      title={t('community-writing:name.title')}
      lead={t('community-writing:name.lead')}
      action={action ?? t('edit.save')}
      busy={isPending}
      onSubmit={choose}
      problem={error && errorText(error)}
    >
      <TextField
        label={t('person.name')}
        hint={t('community-writing:name.hint')}
        maxLength={CommunityLimits.display_name_max}
        autoComplete="off"
        value={name}
        error={isTried && isShort && t('community-writing:name.short')}
        onChange={(event) => setName(event.target.value)}
      />
      <div>
        <p className={styles.legend} id="name-suggestions">
          {t('community-writing:name.suggestions')}
        </p>
        <Row gap={8} wrap className={styles.chips} role="group" aria-labelledby="name-suggestions">
          {suggestions.data?.map((one) => (
            <Button key={one} size="xs" aria-pressed={one === name} onClick={() => setName(one)}>
              <bdi>{one}</bdi>
            </Button>
          ))}
          <Button
            size="xs"
            variant="quiet"
            busy={suggestions.isFetching}
            onClick={() => void suggestions.refetch()}
            aria-label={t('community-writing:name.others')}
          >
            <Icon as={RefreshCw} size="s" />
          </Button>
        </Row>
      </div>
    </CommunityFormDialog>
  );
}
