import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import styles from './banners.module.css';

const shown_ms = 3000;

/**
 * A notice that a community was created. It disappears after three seconds, and does not return after a reload of the
 * page.
 */
export function CreatedBanner() {
  const { t } = useTranslation('community');
  const [params, setParams] = useSearchParams();
  const isCreated = params.get('created') === '1';

  useEffect(() => {
    if (!isCreated) return;
    const forget = (now: URLSearchParams) => {
      now.delete('created');
      return now;
    };
    const timer = setTimeout(() => setParams(forget, { replace: true, preventScrollReset: true }), shown_ms);
    return () => clearTimeout(timer);
  }, [isCreated, setParams]);

  return (
    <div role="status">
      {isCreated && (
        <p className={styles.created}>
          <Icon as={Check} size="s" />
          {t('created')}
        </p>
      )}
    </div>
  );
}
