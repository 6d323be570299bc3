import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReadingLanguages } from '#contract/languages.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { valuesOf } from '../form-values.ts';
import { internationalOf } from './international-phone.ts';
import { useKeepDetails } from './use-details.ts';

export type Fault = 'first_name' | 'last_name' | 'phone' | 'birth_date';

/** Saves the fields. A missing or refused value has its error next to its field. Other errors are shown in a toast. */
export function useSaveDetails() {
  const { t } = useTranslation('account');
  const keep = useKeepDetails();
  const errorText = useErrorText();
  const [faults, setFaults] = useState<Partial<Record<Fault, 'required' | 'phone' | 'date' | 'age'>>>({});
  const { mutate, isPending } = useMutation(
    api.account.setMyDetails.mutationOptions({
      onSuccess: (details) => {
        keep(details);
        toast({ kind: 'success', title: t('profile.saved') });
      },
      onError: (error) => {
        const refusal = refusalOf(error);
        if (refusal?.code === 'UNDER_AGE') setFaults({ birth_date: 'age' });
        else if (refusal?.code === 'INVALID_INPUT') setFaults(faultsOf(refusal.data));
        else toast({ kind: 'error', title: errorText(error) });
      },
    }),
  );

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = valuesOf(event, 'first_name', 'last_name', 'phone', 'birth_date', 'language');
    const phone = await internationalOf(values.phone).catch((error: unknown) => {
      toast({ kind: 'error', title: errorText(error) });
      return unread;
    });
    if (phone === unread) return;
    const found: typeof faults = {};
    if (!values.first_name.trim()) found.first_name = 'required';
    if (!values.last_name.trim()) found.last_name = 'required';
    if (phone === undefined) found.phone = 'phone';
    setFaults(found);
    if (Object.keys(found).length > 0 || isPending) return;
    const language = ReadingLanguages.find((one) => one === values.language) ?? 'en';
    mutate({ ...values, phone: phone ?? null, birth_date: values.birth_date || null, language });
  }
  return { faults, isPending, save };
}

function faultsOf(data: unknown): Partial<Record<Fault, 'required' | 'phone' | 'date'>> {
  const fields = Object.keys((data as { fields?: object }).fields ?? {});
  return {
    ...(fields.includes('first_name') && { first_name: 'required' }),
    ...(fields.includes('last_name') && { last_name: 'required' }),
    ...(fields.includes('phone') && { phone: 'phone' }),
    ...(fields.includes('birth_date') && { birth_date: 'date' }),
  };
}

/** The result if the library for phone numbers could not be loaded. */
const unread = false as const;
