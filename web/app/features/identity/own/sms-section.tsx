import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MySms } from '#contract/account.ts';
import { api } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useSms } from './use-sms.ts';

/**
 * Reminders by SMS: the number, the field for the code that is sent to the number, and a button that stops the
 * reminders. The section is shown only if the service sends SMS.
 */
export function SmsSection({ phone }: { phone: string }) {
  // Also loads the texts of the form for the code. If this form loaded them later, a spinner would replace the page.
  const { t } = useTranslation(['account', 'errors']);
  const { data, error, isError, isFetching, refetch } = useQuery(api.account.getMySms.queryOptions());
  const [isOther, setOther] = useState(false);
  if (data && !data.is_offered) return null;
  const state = isOther ? 'off' : data?.state;
  return (
    <SettingsSection title={t('sms.title')} text={t('sms.text')}>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!isError && !data && <SkeletonRows rows={2} />}
      {data && state === 'off' && <AskForm phone={data.number ?? phone} onAsked={() => setOther(false)} />}
      {data && state === 'waiting' && <ConfirmForm sms={data} onOther={() => setOther(true)} />}
      {data && state === 'on' && <OnState sms={data} />}
    </SettingsSection>
  );
}

function AskForm({ phone, onAsked }: { phone: string; onAsked: () => void }) {
  const { t } = useTranslation('account');
  const { ask, fault, isPending } = useSms(onAsked);
  return (
    <Stack as="form" gap={20} onSubmit={ask} noValidate>
      <TextField
        label={t('sms.phone')}
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={30}
        defaultValue={phone}
        hint={t('profile.phone.hint')}
        error={fault?.field === 'phone' ? (fault.text ?? t('profile.fault.phone')) : undefined}
      />
      <Row gap={12} rowGap={8} align="center" wrap>
        <Button type="submit" saving={isPending}>
          {t('sms.ask')}
        </Button>
      </Row>
    </Stack>
  );
}

function ConfirmForm({ sms, onOther }: { sms: MySms; onOther: () => void }) {
  const { t } = useTranslation(['account', 'errors']);
  const { confirm, fault, isPending } = useSms();
  const agreeId = useId();
  return (
    <Stack as="form" gap={20} onSubmit={confirm} noValidate aria-describedby={agreeId}>
      <TextField
        label={t('sms.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        dir="ltr"
        hint={t('sms.code.hint', { number: sms.number })}
        error={fault?.field === 'code' ? (fault.text ?? t('errors:SMS_CODE_WRONG')) : undefined}
      />
      <p className="small muted" id={agreeId}>
        {t('sms.agree')}
      </p>
      <Row gap={12} rowGap={8} align="center" wrap>
        <Button type="submit" variant="primary" saving={isPending}>
          {t('sms.confirm')}
        </Button>
        <Button variant="quiet" onClick={onOther}>
          {t('sms.other')}
        </Button>
      </Row>
    </Stack>
  );
}

function OnState({ sms }: { sms: MySms }) {
  const { t } = useTranslation('account');
  const { end, isPending } = useSms();
  return (
    <Stack gap={20}>
      <p>{t('sms.isOn', { number: sms.number })}</p>
      <Row gap={12} rowGap={8} align="center" wrap>
        <Button busy={isPending} onClick={end}>
          {t('sms.end')}
        </Button>
      </Row>
    </Stack>
  );
}
