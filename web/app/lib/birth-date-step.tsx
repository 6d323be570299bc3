import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { BirthDateField } from '#web/ui/birth-date-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';

/**
 * Asks for the birth date. Without it, the patient cannot request or book an appointment, join a waiting list, or
 * accept a quote. The field gets the focus, because in a dialog it may be below the visible part. `onGiven` is called
 * when the date is saved.
 */
export default function BirthDateStep({ onGiven }: { onGiven: () => void }) {
  const { t } = useTranslation(['account']);
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [birth_date, setBirthDate] = useState('');
  const { mutate, isPending, error } = useMutation(
    api.account.setMyBirthDate.mutationOptions({
      onSuccess: (details) => queries.setQueryData(api.account.getMyDetails.queryKey(), details),
    }),
  );
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
    // The footer of a dialog would cover the field.
    form.current?.scrollIntoView({ block: 'center' });
  }, []);
  const fault = error && (refusalOf(error)?.code === 'INVALID_INPUT' ? t('profile.fault.date') : errorText(error));
  return (
    <Stack
      as="form"
      ref={form}
      gap={12}
      align="start"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The patient may leave while the date is being saved. Then `onGiven` is not called.
        if (!isPending) mutate({ birth_date }, { onSuccess: onGiven });
      }}
    >
      <BirthDateField
        label={t('profile.birth')}
        hint={`${t('profile.birthFirst')} ${t('profile.fault.age')}`}
        defaultValue=""
        error={fault ?? undefined}
        onChange={setBirthDate}
      />
      <Button type="submit" size="s" saving={isPending}>
        {t('profile.save')}
      </Button>
    </Stack>
  );
}
