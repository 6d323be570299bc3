import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarFeed } from '#contract/bookings.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { useCopy } from '#web/ui/copy.ts';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './calendars.module.css';

interface Props {
  feeds: readonly CalendarFeed[];
  /** Creates a secret address and returns it. The address is shown only once. */
  make: (shows_names: boolean) => Promise<string>;
  /** Makes an address invalid permanently. */
  revoke: (id: string) => Promise<unknown>;
}

/** Manages the secret addresses from which other programs load the appointments of one person or site. */
export function Feeds({ feeds, make, revoke }: Props) {
  const { t } = useTranslation('bookings');
  const [made, setMade] = useState<Made>();
  // A new address is visible until it is revoked, another one is created, or the list closes. Older addresses cannot be
  // shown again.
  const isOpen = made && feeds.some(({ id }) => !made.before.includes(id));
  return (
    <>
      {feeds.length === 0 ? (
        <p className="small muted">{t('feeds.none')}</p>
      ) : (
        <Stack as="ul">
          {feeds.map((feed) => (
            <FeedRow key={feed.id} feed={feed} revoke={revoke} />
          ))}
        </Stack>
      )}
      {isOpen && <MadeAddress address={made.address} />}
      <MakeForm
        make={async (shows_names) => {
          const before = feeds.map(({ id }) => id);
          setMade({ before, address: await make(shows_names) });
        }}
      />
    </>
  );
}

interface Made {
  readonly before: readonly string[];
  readonly address: string;
}

function MakeForm({ make }: { make: (shows_names: boolean) => Promise<void> }) {
  const { t } = useTranslation('bookings');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: make,
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const shows_names = new FormData(form).has('names');
    if (!isPending) mutate(shows_names, { onSuccess: () => form.reset() });
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Checkbox name="names" label={t('feeds.names')} hint={t('feeds.names.hint')} />
      <div>
        <Button type="submit" saving={isPending}>
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

function FeedRow({ feed, revoke }: { feed: CalendarFeed; revoke: Props['revoke'] }) {
  const { t } = useTranslation('bookings');
  const format = useFormat();
  const [asks, setAsks] = useState(false);
  const date = format.date(feed.created_at);
  return (
    <Row as="li" gap={24} rowGap={8} align="center" justify="between" wrap className={styles.row}>
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
      {asks && <RevokeDialog revoke={() => revoke(feed.id)} onClose={() => setAsks(false)} />}
    </Row>
  );
}

function RevokeDialog({ revoke, onClose }: { revoke: () => Promise<unknown>; onClose: () => void }) {
  const { t } = useTranslation('bookings');
  const errorText = useErrorText();
  const { mutate, isPending, error } = useMutation({
    mutationFn: revoke,
    onSuccess: () => toast({ kind: 'success', title: t('feeds.revoked') }),
  });
  return (
    <ConfirmDialog
      title={t('feeds.revoke.title')}
      lead={t('feeds.revoke.lead')}
      action={t('feeds.revoke')}
      busy={isPending}
      problem={error ? errorText(error) : undefined}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
