import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarFeed } from '#contract/bookings.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { useCopy } from '#web/ui/copy.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './calendars.module.css';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { keepCalendars } from './use-calendars.ts';

/** Secret addresses of the practitioner's appointments. */
export function FeedsSection({ feeds }: { feeds: readonly CalendarFeed[] }) {
  const { t } = useTranslation('bookings');
  const id = useId();
  const [made, setMade] = useState<Made>();
  const isOpen = feeds.some((feed) => feed.id === made?.id);
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {t('feeds.title')}
      </h2>
      <p className={styles.text}>{t('feeds.text')}</p>
      {feeds.length === 0 ? (
        <p className="small muted">{t('feeds.none')}</p>
      ) : (
        <ul className={styles.list}>
          {feeds.map((feed) => (
            <FeedRow key={feed.id} feed={feed} />
          ))}
        </ul>
      )}
      {made && isOpen && <MadeAddress address={made.address} />}
      <MakeForm onMade={setMade} />
    </section>
  );
}

/** An address that was just made. It is shown until the dialog is closed, or the page is left. */
interface Made {
  readonly id: string | undefined;
  readonly address: string;
}

function MakeForm({ onMade }: { onMade: (made: Made) => void }) {
  const { t } = useTranslation('bookings');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.bookings.makeMyCalendarFeed.mutationOptions({
      onSuccess: ({ address, ...calendars }) => {
        keepCalendars(calendars);
        // The newest is last.
        onMade({ address, id: calendars.feeds.at(-1)?.id });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const shows_names = new FormData(form).has('names');
    if (!isPending) mutate({ shows_names }, { onSuccess: () => form.reset() });
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Checkbox name="names" label={t('feeds.names')} hint={t('feeds.names.hint')} />
      <div>
        <Button type="submit" busy={isPending}>
          {t('feeds.make')}
        </Button>
      </div>
    </form>
  );
}

function MadeAddress({ address }: { address: string }) {
  const { t } = useTranslation('bookings');
  const copy = useCopy();
  return (
    <div className={styles.made} role="status">
      <TextField
        label={t('feeds.made')}
        hint={t('feeds.made.text')}
        value={address}
        readOnly
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="primary" onClick={() => void copy(address, t('feeds.copied'))}>
        {t('feeds.copy')}
      </Button>
    </div>
  );
}

function FeedRow({ feed }: { feed: CalendarFeed }) {
  const { t } = useTranslation('bookings');
  const format = useFormat();
  const [asks, setAsks] = useState(false);
  const date = format.date(feed.created_at);
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>{t(feed.shows_names ? 'feeds.with' : 'feeds.without')}</p>
        <p className="small muted">
          {t('feeds.since', { date })} · {feed.read_at ? t('feeds.read') : t('feeds.unread')}{' '}
          {feed.read_at && <Ago moment={feed.read_at} />}
        </p>
      </div>
      <Button size="s" aria-label={t('feeds.revoke.one', { date })} onClick={() => setAsks(true)}>
        {t('feeds.revoke')}
      </Button>
      {asks && <RevokeDialog id={feed.id} onClose={() => setAsks(false)} />}
    </li>
  );
}

function RevokeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('bookings');
  const errorText = useErrorText();
  const { mutate, isPending, error } = useMutation(
    api.bookings.revokeMyCalendarFeed.mutationOptions({
      onSuccess: (calendars) => {
        keepCalendars(calendars);
        toast({ kind: 'success', title: t('feeds.revoked') });
      },
    }),
  );
  return (
    <ConfirmDialog
      title={t('feeds.revoke.title')}
      lead={t('feeds.revoke.lead')}
      action={t('feeds.revoke')}
      busy={isPending}
      problem={error ? errorText(error) : undefined}
      onConfirm={() => mutate({ id })}
      onClose={onClose}
    />
  );
}
