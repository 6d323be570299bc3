import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BusyCalendar } from '#contract/bookings.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './calendars.module.css';
import { keepCalendars } from './use-calendars.ts';

/**
 * Lists the practitioner's calendars in other systems. Patients cannot choose times at which one of these calendars is
 * busy.
 */
export function BusySection({ calendars }: { calendars: readonly BusyCalendar[] }) {
  const { t } = useTranslation('bookings');
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {t('busy.title')}
      </h2>
      <p className={styles.text}>{t('busy.text')}</p>
      {calendars.length === 0 ? (
        <p className="small muted">{t('busy.none')}</p>
      ) : (
        <Stack as="ul">
          {calendars.map((calendar) => (
            <BusyRow key={calendar.id} calendar={calendar} />
          ))}
        </Stack>
      )}
      <AddForm />
    </section>
  );
}

function AddForm() {
  const { t } = useTranslation('bookings');
  const errorText = useErrorText();
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useMutation(
    api.bookings.addBusyCalendar.mutationOptions({
      onSuccess: (calendars) => {
        keepCalendars(calendars);
        toast({ kind: 'success', title: t('busy.added') });
      },
      onError: (error) => {
        if (refusalOf(error)?.code === 'CALENDAR_ADDRESS') setFault(errorText(error));
        else toast({ kind: 'error', title: errorText(error) });
      },
    }),
  );
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const [address, name] = ['address', 'name'].map((field) => String(values.get(field) ?? '').trim());
    setFault(address ? undefined : t('busy.required'));
    if (address && !isPending) mutate({ address, name: name ?? '' }, { onSuccess: () => form.reset() });
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t('busy.address')}
        name="address"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={1000}
        dir="ltr"
        hint={t('busy.address.hint')}
        error={fault}
      />
      <TextField label={t('busy.name')} name="name" autoComplete="off" maxLength={80} optional />
      <div>
        <Button type="submit" saving={isPending}>
          {t('busy.add')}
        </Button>
      </div>
    </form>
  );
}

function BusyRow({ calendar }: { calendar: BusyCalendar }) {
  const { t } = useTranslation('bookings');
  const [asks, setAsks] = useState(false);
  const name = calendar.name || calendar.host;
  return (
    <Row as="li" gap={24} rowGap={8} align="center" justify="between" wrap className={styles.row}>
      <div>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <State calendar={calendar} />
      </div>
      <Button size="s" aria-label={t('busy.remove.one', { name })} onClick={() => setAsks(true)}>
        {t('busy.remove')}
      </Button>
      {asks && <RemoveDialog id={calendar.id} name={name} onClose={() => setAsks(false)} />}
    </Row>
  );
}

function State({ calendar: { host, fault, read_at } }: { calendar: BusyCalendar }) {
  const { t } = useTranslation('bookings');
  if (fault)
    return (
      <Row as="p" gap={8} className={styles.fault}>
        <Icon as={CircleAlert} size="s" />
        <span>
          {t(`fault.${fault}`)} {read_at && t('busy.kept')}
        </span>
      </Row>
    );
  return (
    <p className="small muted">
      {host} · {read_at ? t('busy.read') : t('busy.waits')} {read_at && <Ago moment={read_at} />}
    </p>
  );
}

function RemoveDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useTranslation('bookings');
  const errorText = useErrorText();
  const { mutate, isPending, error } = useMutation(
    api.bookings.removeBusyCalendar.mutationOptions({
      onSuccess: (calendars) => {
        keepCalendars(calendars);
        toast({ kind: 'success', title: t('busy.removed') });
      },
    }),
  );
  return (
    <ConfirmDialog
      title={t('busy.remove.title', { name })}
      lead={t('busy.remove.lead')}
      action={t('busy.remove')}
      busy={isPending}
      problem={error ? errorText(error) : undefined}
      onConfirm={() => mutate({ id })}
      onClose={onClose}
    />
  );
}
