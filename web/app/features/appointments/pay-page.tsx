import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import styles from './cards.module.css';
import { OfferCard } from './offer-card.tsx';

/**
 * The page that the link in an offer opens. The link remains valid, but each payment page of the payment provider is
 * open for at most a day.
 */
export function PayPage({ id }: { id: string }) {
  const { t } = useTranslation('appointments');
  const errorText = useErrorText();
  const query = useQuery(api.appointments.getMyAppointment.queryOptions({ input: { appointment_id: id } }));
  const isGone = refusalOf(query.error)?.code === 'NOT_FOUND';
  const appointment = query.data?.appointment;
  const isKept =
    appointment?.status_canonical === 'awaiting_payment' &&
    appointment.offer?.is_direct === true &&
    appointment.final_checkout_url !== null;
  const back = (
    <LocalisedLink to={`/dashboard?appointment=${id}`} className={buttonClass({ size: 's' })}>
      {t('pay.back')}
    </LocalisedLink>
  );
  return (
    <main className={`page ${styles.payPage}`} id="content">
      <h1 className="h2">{t(isKept ? 'pay.directTitle' : 'pay.title')}</h1>
      {query.isPending && <SkeletonRows rows={3} />}
      {query.isError && !appointment && (
        <ErrorState
          title={isGone ? t('details.gone') : errorText(query.error)}
          text={isGone ? t('pay.otherAccount') : t('list.kept')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {appointment &&
        (appointment.status_canonical === 'awaiting_payment' ? (
          <>
            {isKept && <p>{t('pay.directText')}</p>}
            <OfferCard appointment={appointment} payIn="here" />
            <div>{back}</div>
          </>
        ) : (
          <EmptyState
            title={t(appointment.payment ? 'pay.paid' : 'pay.nothing')}
            text={t('pay.nothing.text')}
            action={back}
          />
        ))}
    </main>
  );
}
