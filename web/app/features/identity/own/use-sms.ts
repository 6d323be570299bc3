import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MySms } from '#contract/account.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { ownZone } from '#web/lib/zoned.ts';
import { toast } from '#web/ui/toast.ts';
import { valuesOf } from '../form-values.ts';
import { internationalOf } from './international-phone.ts';

/**
 * The field whose value the service refused. `text` explains the refusal. It is undefined if the form itself has a
 * sentence for the refusal.
 */
interface Fault {
  readonly field: 'phone' | 'code';
  readonly text?: string;
}

/**
 * The steps that set up reminders by SMS. If the service refuses the value of a field, the reason is shown next to the
 * field.
 */
export function useSms(onAsked?: () => void) {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const errorText = useErrorText();
  const [fault, setFault] = useState<Fault>();
  const { queryKey } = api.account.getMySms.queryOptions();
  const keep = (sms: MySms) => queries.setQueryData(queryKey, sms);
  const say = (error: unknown) => toast({ kind: 'error', title: errorText(error) });
  const failWith = (code: string, field: Fault['field']) => (error: unknown) => {
    const refused = refusalOf(error)?.code;
    if (refused === code) setFault({ field });
    // The person must send START from the phone first. A toast would disappear before that, so the sentence is shown at
    // the field.
    else if (refused === 'SMS_STOPPED') setFault({ field, text: errorText(error) });
    else say(error);
  };

  const asking = useMutation(
    api.account.askSmsCode.mutationOptions({
      onSuccess: (sms) => {
        keep(sms);
        onAsked?.();
      },
      onError: failWith('INVALID_INPUT', 'phone'),
    }),
  );
  const confirming = useMutation(
    api.account.confirmSmsCode.mutationOptions({
      onSuccess: (sms) => {
        keep(sms);
        toast({ kind: 'success', title: t('sms.done') });
      },
      onError: failWith('SMS_CODE_WRONG', 'code'),
    }),
  );
  const ending = useMutation(
    api.account.endMySms.mutationOptions({
      onSuccess: (sms) => {
        keep(sms);
        toast({ kind: 'success', title: t('sms.ended') });
      },
      onError: say,
    }),
  );

  async function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    try {
      const phone = await internationalOf(valuesOf(event, 'phone').phone);
      setFault(phone ? undefined : { field: 'phone' });
      if (phone && !asking.isPending) asking.mutate({ phone, zone: ownZone() });
    } catch (error) {
      // The library for phone numbers could not be loaded.
      say(error);
    }
  }

  function confirm(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = valuesOf(event, 'code').code.replace(/\s/g, '');
    const isCode = /^\d{6}$/.test(code);
    setFault(isCode ? undefined : { field: 'code' });
    if (isCode && !confirming.isPending) confirming.mutate({ code });
  }

  const isPending = asking.isPending || confirming.isPending || ending.isPending;
  return { ask, confirm, end: () => ending.mutate({}), fault, isPending };
}
