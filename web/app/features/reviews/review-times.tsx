import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyReview } from '#contract/reviews.ts';
import { api } from '#web/lib/api.ts';
import { dayIn } from '#web/lib/day.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { ChoiceGroup } from '#web/ui/chip-group.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Select } from '#web/ui/text-field.tsx';
import { useAccept } from './use-answer.ts';

interface Props {
  review: MyReview;
  onClose: () => void;
}

/** Lists other free times of the same practitioner, by day. Confirming the dialog books the chosen time at once. */
export function ReviewTimes({ review, onClose }: Props) {
  const { t } = useTranslation('reviews');
  const errorText = useErrorText();
  const times = useTimes(review);
  const accept = useAccept(onClose);
  const { query, chosen } = times;
  return (
    <FormDialog
      onClose={onClose}
      title={t('choose')}
      action={t('accept')}
      busy={accept.isPending}
      disabled={!chosen}
      onSubmit={() => chosen && accept.mutate({ review_id: review.id, ...chosen })}
      problem={accept.error && errorText(accept.error)}
    >
      {query.isPending && <SkeletonRows rows={3} />}
      {query.isError && (
        <ErrorState
          title={t('failed')}
          text={errorText(query.error)}
          error={query.error}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {query.data && <Choice {...times} />}
    </FormDialog>
  );
}

function useTimes(review: MyReview) {
  const query = useQuery(api.reviews.listReviewTimes.queryOptions({ input: { review_id: review.id } }));
  const [asked, setDay] = useState<string | null>(null);
  const [time, setTime] = useState<string | undefined>();
  const sites = query.data?.sites ?? [];
  const zoneOf = (id: string) => sites.find((site) => site.id === id)?.timezone ?? review.timezone;
  const slots = (query.data?.slots ?? []).map((slot) => ({
    ...slot,
    key: `${slot.starts_at} ${slot.site_id}`,
    zone: zoneOf(slot.site_id),
    day: dayIn(zoneOf(slot.site_id), slot.starts_at),
  }));
  const days = [...new Map(slots.map((slot) => [slot.day, slot])).values()];
  const first = days.find(({ day }) => day === dayIn(review.timezone, review.starts_at)) ?? days[0];
  // Another patient may have taken the last time of the chosen day.
  const day = (days.find((one) => one.day === asked) ?? first)?.day ?? '';
  const ofDay = slots.filter((slot) => slot.day === day);
  const found = ofDay.find(({ key }) => key === time);
  const chosen = found && { starts_at: found.starts_at, site_id: found.site_id };
  return { query, sites, days, day, ofDay, time: found?.key, chosen, setDay, setTime };
}

function Choice({ sites, days, day, ofDay, time, setDay, setTime }: ReturnType<typeof useTimes>) {
  const { t } = useTranslation('reviews');
  const zoned = useZoned();
  if (days.length === 0) return <p>{t('choose.none')}</p>;
  const choices = ofDay.map(({ key, starts_at, site_id, zone }) => ({
    value: key,
    label: zoned.time(starts_at, zone),
    hint: sites.length > 1 && sites.find(({ id }) => id === site_id)?.name,
  }));
  return (
    <>
      <Select label={t('day')} value={day} onChange={(event) => setDay(event.target.value)}>
        {days.map((one) => (
          <option key={one.day} value={one.day}>
            {zoned.longDay(one.starts_at, one.zone)}
          </option>
        ))}
      </Select>
      <ChoiceGroup legend={t('time')} choices={choices} value={time} onChange={setTime} />
    </>
  );
}
