import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import type { SentUrgentReport } from '#contract/care.ts';
import { api } from '#web/lib/api.ts';
import { latinDigits } from '#web/lib/latin-digits.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { ownZone } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from '../care.module.css';
import { asDialled, whereabouts } from './where.ts';

type Sent = z.infer<typeof SentUrgentReport>;

export interface TeamCallProps {
  report: Pick<UseMutationResult<Sent>, 'data' | 'isPending' | 'isError'>;
  onAgain: () => void;
  /** True if the patient must not wait for the team, but get help elsewhere at once. */
  isEmergency?: boolean;
}

/**
 * Shows whether the report has reached our team, and what the team will do. The text promises a call only if the team
 * has the patient's phone number and is at work.
 */
export function TeamCall({ report: { data, isPending, isError }, onAgain, isEmergency = true }: TeamCallProps) {
  const { t } = useTranslation('care');
  if (data) return <Told report={data} isEmergency={isEmergency} />;
  if (isPending) return <p className="muted">{t('urgent.telling')}</p>;
  if (!isError) return null;
  return (
    <p className={styles.fault}>
      {isEmergency && `${t('urgent.call')} `}
      {t('urgent.not_told')}{' '}
      <Button size="xs" onClick={onAgain}>
        {t('urgent.again')}
      </Button>
    </p>
  );
}

function Told({ report, isEmergency }: { report: Sent; isEmergency: boolean }) {
  const { t } = useTranslation('care');
  const [{ phone, is_team_there }, setShown] = useState(report);
  const [isChanging, setChanging] = useState(phone === null);
  const promise = is_team_there ? t('urgent.told') : t('urgent.nobody_there');
  return (
    <div className={styles.told}>
      <p>
        {isEmergency && `${t('urgent.no_wait')} `}
        {phone ? promise : t('urgent.no_phone')}
      </p>
      {phone && !isChanging && (
        <Row as="p" gap={12} rowGap={4} align="center" wrap className={styles.number}>
          <span>{t('urgent.will_call')}</span>
          <b className="num" dir="ltr">
            {phone}
          </b>
          <Button size="xs" onClick={() => setChanging(true)}>
            {t('urgent.change_phone')}
          </Button>
        </Row>
      )}
      {isChanging && (
        <PhoneForm
          report={{ ...report, phone }}
          onKept={(kept) => {
            setShown(kept);
            setChanging(false);
          }}
        />
      )}
    </div>
  );
}

function PhoneForm({ report, onKept }: { report: Sent; onKept: (kept: Sent) => void }) {
  const { t } = useTranslation('care');
  const errorText = useErrorText();
  const [typed, setTyped] = useState(report.phone ?? '');
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useMutation(
    api.care.setUrgentPhone.mutationOptions({ onSuccess: onKept, onError: (error) => setFault(errorText(error)) }),
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (typed.replace(/\D/g, '').length < 6) return setFault(t('urgent.phone_short'));
    const here = whereabouts({ zone: ownZone(), phone: null, languages: navigator.languages });
    mutate({ report_id: report.id, phone: asDialled(typed, here) });
  };
  return (
    <Stack as="form" gap={12} className={styles.phone} onSubmit={save} noValidate>
      <TextField
        label={t('urgent.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        dir="ltr"
        maxLength={24}
        value={typed}
        error={fault}
        onChange={(event) => {
          setFault(undefined);
          setTyped(latinDigits(event.currentTarget.value).replace(/[^\d ()+./-]/g, ''));
        }}
      />
      <Button type="submit" variant="ink" saving={isPending}>
        {t('urgent.keep_phone')}
      </Button>
    </Stack>
  );
}
