import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { emptyOffer, faultsOf, type OfferForm, readOffer } from './offer-form.ts';
import { refreshAdmin } from './refresh.ts';
import { isAskedByFields, useTimeCheck } from './use-time-check.ts';

/** Returns the state of the form for an offer, and functions that fill and send the offer. */
export function useOffer(row: AdminAppointment, onDone: () => void) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const [form, setForm] = useState(() => emptyOffer(row));
  const [faults, setFaults] = useState<ReturnType<typeof faultsOf>>([]);
  const [isUnusual, setIsUnusual] = useState(false);
  const [gone, setGone] = useState<readonly string[]>([]);
  const [isOutside, setIsOutside] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());
  // A typed date and time is ignored while slots are picked. Picked slots are known to be free, so they need no check.
  const typed = form.times.length === 0 ? form : { ...form, wall_time: '', instant: null };
  const check = useTimeCheck({ ...typed, appointment_id: row.id });

  const { mutate, isPending, error, reset } = useMutation(
    api.appointmentsAdmin.adminSetAwaitingPayment.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('offer.done', { name: row.patient_full_name || row.patient_email }) });
        onDone();
      },
      onError: (error) => {
        const { code, data } = refusalOf(error) ?? {};
        setIsUnusual(code === 'UNUSUAL_OFFER');
        setIsOutside(code === 'OUTSIDE_HOURS');
        if (code !== 'TIME_TAKEN') return;
        setGone([...gone, (data as { starts_at: string }).starts_at]);
        void refreshSlots();
      },
      onSettled: refreshAdmin,
    }),
  );

  function change(part: Partial<OfferForm>) {
    // The administrator must confirm an unusual price or date. After a change of the price or the date, an earlier
    // confirmation no longer applies.
    const isOther = 'patient_price' in part || 'wall_time' in part || 'instant' in part || 'times' in part;
    const next = { ...form, ...(isOther && { allow_unusual: false }), ...part };
    if (isOther) setIsUnusual(false);
    setForm(next);
    if ('times' in part) {
      setIsOutside(false);
      setGone(gone.filter((start) => next.times.some(({ starts_at }) => starts_at === start)));
    }
    setKey(crypto.randomUUID());
    reset();
    const left = faultsOf(next);
    setFaults((told) => told.filter((fault) => left.includes(fault)));
  }

  function send() {
    const found = faultsOf(form);
    setFaults(found);
    if (found.length === 0 && !isPending) mutate(readOffer(form, row.id, key));
  }

  const problem = () => {
    if (faults.some((fault) => fault !== 'provider_price')) return t('offer.required');
    if (!error || isAskedByFields(error, check)) return undefined;
    return errorText(error, t('offer.failed'));
  };
  return { row, form, faults, change, send, isPending, isUnusual, isOutside, gone, check, problem: problem() };
}

/** Loads the shown slots again, because one of them is no longer free. */
export const refreshSlots = () => queryClient.invalidateQueries({ queryKey: api.bookings.adminListSlots.key() });

export type OfferDraft = ReturnType<typeof useOffer>;
