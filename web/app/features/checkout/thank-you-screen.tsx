import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { CheckoutState } from '#contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { refusalOf } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './checkout.module.css';

const LOOK_AGAIN_MS = 2000;
type Outcome = CheckoutState['state'] | 'unknown';

/** Shows the confirmed outcome of a payment. Until the bank has decided, the page requests the outcome repeatedly. */
export function ThankYouScreen() {
  const [query] = useSearchParams();
  const id = query.get('checkout') ?? '';
  const isId = /^[\da-f-]{36}$/i.test(id);
  const checkout = useQuery(
    api.billing.getCheckout.queryOptions({
      input: { checkout_id: id },
      enabled: isId,
      retry: false,
      refetchInterval: ({ state }) => (state.data?.state === 'pending' ? LOOK_AGAIN_MS : false),
    }),
  );
  if (!isId) return <Said outcome="not_started" />;
  const refusal = refusalOf(checkout.error);
  if (refusal?.code === 'UNAUTHENTICATED') return <Said outcome="unknown" />;
  if (refusal) return <Said outcome="not_started" />;
  if (checkout.isError) {
    return (
      <Stack as="main" id="content" gap={16} align="center" className={styles.screen}>
        <ErrorState error={checkout.error} onRetry={() => void checkout.refetch()} busy={checkout.isFetching} />
      </Stack>
    );
  }
  if (checkout.isPending) return <Spinner page />;
  return <Said outcome={checkout.data.state} checkout={checkout.data} />;
}

function Said({ outcome, checkout }: { outcome: Outcome; checkout?: CheckoutState }) {
  const { t } = useTranslation('billing');
  const { money } = useFormat();
  const values = {
    plan: checkout?.plan ? t(`plan.${checkout.plan}`) : '',
    amount: money(checkout?.amount_cents ?? 0),
  };
  return (
    <Stack as="main" id="content" gap={16} align="center" className={styles.screen} aria-live="polite">
      {outcome === 'pending' ? <Spinner label="" /> : <FaceDrawing />}
      <h1 className="h1">{t(`thanks.title.${outcome}`)}</h1>
      <p className="lead">{t(`thanks.text.${outcome}`, values)}</p>
      <Row gap={12} justify="center" wrap className={styles.ways}>
        <Ways outcome={outcome} />
      </Row>
    </Stack>
  );
}

function Ways({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const primary = buttonClass({ variant: 'primary' });
  if (outcome === 'not_started') {
    return (
      <LocalisedLink to="/pricing" reloadDocument className={primary}>
        {t('thanks.plans')}
      </LocalisedLink>
    );
  }
  if (outcome === 'unknown') {
    const back = encodeURIComponent(inLanguage(`/thank-you${location.search}`, locale));
    return (
      <LocalisedLink to={`/login?return=${back}`} className={primary}>
        {t('thanks.signIn')}
      </LocalisedLink>
    );
  }
  return (
    <>
      <LocalisedLink to="/dashboard" className={buttonClass({ variant: outcome === 'paid' ? 'primary' : 'line' })}>
        {t('thanks.dashboard')}
      </LocalisedLink>
      <LocalisedLink to="/account/membership" className={buttonClass({})}>
        {t('thanks.membership')}
      </LocalisedLink>
    </>
  );
}
