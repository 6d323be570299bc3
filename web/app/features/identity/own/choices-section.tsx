import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alwaysTold, type Choices, Digests, NotificationChannels, NotificationTopics } from '#contract/choices.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { ownZone } from '#web/lib/zoned.ts';
import { Switch } from '#web/ui/checkbox.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './own.module.css';
import { WeeklyDigest } from './weekly-digest.tsx';

const usualHours = { from: '22:00', to: '07:00' };

/** The choice of notifications, channels and quiet hours. Every change is saved at once. */
export function ChoicesSection({ push }: { push?: ReactNode }) {
  const { t } = useTranslation('account');
  const { data: kept, error, isError, isFetching, refetch } = useQuery(api.choices.getMyChoices.queryOptions());
  const { chosen, change } = useChange();
  const data = chosen ?? kept;
  return (
    <SettingsSection title={t('choices.title')} text={t('choices.text')}>
      {isError && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <SkeletonRows rows={5} />
      ) : (
        <Stack gap={20}>
          <Table choices={data} onChange={change} />
          {push}
          <Quiet choices={data} onChange={change} />
          <Select
            label={t('choices.digest')}
            hint={t('choices.digest.hint')}
            value={data.digest}
            onChange={(event) =>
              change({ ...data, digest: Digests.find((one) => one === event.target.value) ?? 'off' })
            }
          >
            {Digests.map((digest) => (
              <option key={digest} value={digest}>
                {t(`choices.digest.${digest}`)}
              </option>
            ))}
          </Select>
          <WeeklyDigest />
        </Stack>
      )}
    </SettingsSection>
  );
}

interface Part {
  choices: Choices;
  onChange: (choices: Choices) => void;
}

function Table({ choices, onChange }: Part) {
  const { t } = useTranslation('account');
  const id = useId();
  return (
    <table className={styles.choices}>
      <caption className="visually-hidden">{t('choices.title')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('choices.topic')}</span>
          </th>
          {NotificationChannels.map((channel) => (
            <th key={channel} scope="col">
              {t(`choices.channel.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NotificationTopics.map((topic) => (
          <tr key={topic}>
            <th scope="row" id={`${id}${topic}`}>
              {t(`choices.topic.${topic}`)}
            </th>
            {NotificationChannels.map((channel) => (
              <td key={channel}>
                <label>
                  <input
                    type="checkbox"
                    aria-label={`${t(`choices.topic.${topic}`)}: ${t(`choices.channel.${channel}`)}`}
                    checked={choices.topics[topic][channel]}
                    disabled={topic === alwaysTold}
                    onChange={(event) => {
                      const chosen = { ...choices.topics[topic], [channel]: event.target.checked };
                      onChange({ ...choices, topics: { ...choices.topics, [topic]: chosen } });
                    }}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The fields for the quiet hours, in the time zone of the device on which they were chosen. */
function Quiet({ choices, onChange }: Part) {
  const { t } = useTranslation('account');
  const { quiet } = choices;
  const zone = quiet?.zone ?? ownZone();
  const set = (part: Partial<typeof usualHours>) =>
    onChange({ ...choices, quiet: { ...(quiet ?? usualHours), ...part, zone } });
  const field = (name: 'from' | 'to') => (
    <TextField
      label={t(`choices.quiet.${name}`)}
      type="time"
      value={quiet?.[name] ?? ''}
      onChange={(event) => event.target.value && set({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <Switch
        label={t('choices.quiet')}
        checked={quiet !== null}
        onChange={(event) => (event.target.checked ? set({}) : onChange({ ...choices, quiet: null }))}
      />
      {quiet && (
        <>
          <div className={styles.pair}>
            {field('from')}
            {field('to')}
          </div>
          <p className="small muted">{t('choices.quiet.hint', { zone: zone.replaceAll('_', ' ') })}</p>
        </>
      )}
    </>
  );
}

/**
 * Shows a change at once, so that a clicked box does not switch back and forth. The new choice is shown until the
 * service has answered. If the service refuses it, the stored choices are loaded again.
 */
function useChange() {
  const [chosen, setChosen] = useState<Choices>();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { queryKey } = api.choices.getMyChoices.queryOptions();
  const { mutate } = useMutation(
    api.choices.setMyChoices.mutationOptions({
      scope: { id: 'choices' },
      onError: (error) => {
        toast({ kind: 'error', title: errorText(error) });
        void queries.invalidateQueries({ queryKey });
      },
      onSettled: () => setChosen(undefined),
    }),
  );
  const change = (choices: Choices) => {
    setChosen(choices);
    queries.setQueryData(queryKey, choices);
    mutate(choices);
  };
  return { chosen, change };
}
