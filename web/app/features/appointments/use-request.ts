import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { isBirthDateMissing, refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { emptyRequest, readRequest, type RequestForm, type RequestFault, requestFaults } from './request-form.ts';
import { createdEvent } from './use-my-appointments.ts';

/**
 * Returns the request form. Typed values are kept while the calling component is shown, even if the dialog closes. They
 * are cleared after sending. `begin` contains known values, such as a benefit of the plan.
 */
export function useRequest(onSent: () => void, begin: Partial<RequestForm> = {}) {
  const { t } = useTranslation('appointments');
  const errorText = useErrorText();
  const empty = { ...emptyRequest, ...begin };
  const [form, setForm] = useState(empty);
  const [faults, setFaults] = useState<readonly RequestFault[]>([]);
  // Two attempts with the same content send the same idempotency key, so the second attempt cannot create another
  // request.
  const [key, setKey] = useState(() => crypto.randomUUID());

  const { mutate, isPending, error, reset } = useMutation(
    api.appointments.requestAppointment.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('sent.title'), text: t('sent.text') });
        setForm(empty);
        setKey(crypto.randomUUID());
        dispatchEvent(new Event(createdEvent));
        onSent();
      },
      onError: (error) => {
        if (!isBirthDateMissing(error)) toast({ kind: 'error', title: t('error'), text: words(error) });
      },
    }),
  );
  const words = (error: unknown) =>
    refusalOf(error)?.code === 'UNAUTHENTICATED' ? t('fault.signedOut') : errorText(error, t('fault.send'));

  function change(part: Partial<RequestForm>) {
    const next = { ...form, ...part };
    setForm(next);
    setKey(crypto.randomUUID());
    reset();
    // An error disappears as soon as the person corrects the field. New errors appear only at the next attempt to send.
    const left = requestFaults(next);
    setFaults((told) => told.filter((fault) => left.includes(fault)));
  }

  function send() {
    const found = requestFaults(form);
    setFaults(found);
    const { treatment, ...rest } = readRequest(form);
    if (found.length === 0 && treatment && !isPending) mutate({ ...rest, treatment, idempotency_key: key });
  }

  return {
    form,
    faults,
    change,
    send,
    isPending,
    problem: error && !isBirthDateMissing(error) ? words(error) : undefined,
    needsBirthDate: isBirthDateMissing(error),
  };
}

export type Request = ReturnType<typeof useRequest>;
