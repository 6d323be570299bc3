import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyReview } from '#contract/reviews.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import '#web/ui/notice-card.css';
import styles from './reviews.module.css';
import { useAccept } from './use-answer.ts';

const ReviewTimes = onDemand(async () => (await import('./review-times.tsx')).ReviewTimes);
const DeclineReview = onDemand(async () => (await import('./decline-review.tsx')).DeclineReview);

/**
 * Shows a time that is reserved for a review visit. The patient can accept it, choose another time, or decline. All
 * times are in the time zone of the clinic's site.
 */
export function OwnReview({ review }: { review: MyReview }) {
  const { t } = useTranslation('reviews');
  const errorText = useErrorText();
  const { moment, longDay } = useZoned();
  const { commas } = useFormat();
  const [asks, setAsks] = useState<'other' | 'decline' | null>(null);
  const accept = useAccept();
  const { id, starts_at, expires_at, visited_at, timezone, practitioner_name, site_name, site_address } = review;
  const titleId = `review-${id}`;
  return (
    <section className={`notice-card ${styles.card}`} aria-labelledby={titleId}>
      <Icon as={CalendarCheck} />
      <div>
        <h2 className="title" id={titleId}>
          {t('title')}
        </h2>
        <p>{t('lead', { practitioner: practitioner_name, date: longDay(visited_at, timezone) })}</p>
        <p>
          <strong>{moment(starts_at, timezone)}</strong>
          <br />
          <bdi>{commas([site_name, site_address].filter(Boolean))}</bdi>
        </p>
        <p className="small muted">
          {t('free')} · {t('until', { until: moment(expires_at, timezone) })}
        </p>
        {accept.error && (
          <p className={styles.problem} role="alert">
            {errorText(accept.error)}
          </p>
        )}
      </div>
      <div className="notice-card__actions">
        <Button
          size="s"
          variant="primary"
          busy={accept.isPending}
          onClick={() => accept.mutate({ review_id: id, starts_at })}
        >
          {t('accept')}
        </Button>
        <Button size="s" onClick={() => setAsks('other')}>
          {t('other')}
        </Button>
        <Button size="s" variant="quiet" onClick={() => setAsks('decline')}>
          {t('decline')}
        </Button>
      </div>
      {asks === 'other' && <ReviewTimes review={review} onClose={() => setAsks(null)} />}
      {asks === 'decline' && <DeclineReview reviewId={id} onClose={() => setAsks(null)} />}
    </section>
  );
}
