import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { isBirthDateMissing, refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { refreshAppointments } from './use-my-appointments.ts';

/**
 * The tab in which the payment page opens. The address of the payment page is known only some time after the click.
 * With 'tab', the click therefore opens an empty tab, which is redirected later.
 */
export type PayIn = 'tab' | 'here';

/** Accepts the quote if it is still open, creates a new payment page and opens it. */
export function usePayment(appointment: MyAppointment, payIn: PayIn) {
  const { t } = useTranslation('appointments');
  const errorText = useErrorText();
  const language = useLocale();
  const { id, offer } = appointment;
  const [hasAgreed, setHasAgreed] = useState(false);
  const [mustAgree, setMustAgree] = useState(false);
  const isAccepted = Boolean(offer?.accepted_at);

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (tab: Window | null) => {
      try {
        if (offer && !isAccepted) {
          await call.appointments.acceptAppointmentQuote({ appointment_id: id, quote_sha256: offer.quote_sha256 });
        }
        const { url } = await call.appointments.createCheckoutSession({ appointment_id: id, language });
        if (!url) throw new NoAddress();
        if (tab) leadTo(tab, url);
        else location.assign(url);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onError: (error) => {
      // A refusal may mean that the quote has changed, so the patient must agree again. If only the birth date is
      // missing, the agreement stays.
      if (refusalOf(error) && !isBirthDateMissing(error)) setHasAgreed(false);
    },
    onSettled: refreshAppointments,
  });

  function pay() {
    if (isPending) return;
    const isReady = isAccepted || hasAgreed;
    setMustAgree(!isReady);
    if (isReady) mutate(payIn === 'tab' ? open('', '_blank') : null);
  }

  const words = (error: unknown) => (error instanceof NoAddress ? t('fault.noUrl') : errorText(error));
  return {
    isAccepted,
    hasAgreed,
    setHasAgreed: (agreed: boolean) => {
      setHasAgreed(agreed);
      setMustAgree(false);
    },
    agreementFault: mustAgree ? t('offer.mustAgree') : undefined,
    pay,
    isPending,
    problem: error && !isBirthDateMissing(error) ? words(error) : undefined,
    needsBirthDate: isBirthDateMissing(error),
    forgetProblem: reset,
  };
}

export type Payment = ReturnType<typeof usePayment>;

class NoAddress extends Error {}

/** Opens the payment page in the tab. The opener is removed, so that the payment page cannot control our page. */
function leadTo(tab: Window, url: string) {
  tab.opener = null;
  tab.location.replace(url);
}
