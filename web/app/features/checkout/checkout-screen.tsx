import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Stack } from '#web/ui/layout.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './checkout.module.css';

/** Requests the address of the payment page once, and opens that page. */
export function CheckoutScreen({ find }: { find: () => Promise<string> }) {
  const { t } = useTranslation('billing');
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void find().then((url) => location.replace(url));
  });
  return (
    <Stack as="main" id="content" gap={16} align="center" className={styles.screen}>
      <title>{`${t('checkout.title')} · Flaira`}</title>
      <Spinner label="" />
      <h1 className="h2">{t('checkout.title')}</h1>
      <p className="lead" role="status">
        {t('checkout.text')}
      </p>
    </Stack>
  );
}
