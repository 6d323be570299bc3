import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { seesExclusive } from '../local/view.ts';
import styles from './banners.module.css';

/**
 * A banner that names the member's plan (free, essential) and links to the prices. It is shown to members who may not
 * see all communities.
 */
export function PlanBanner({ user }: { user: Me }) {
  const { t } = useTranslation('community');
  if (user.role !== 'patient' || seesExclusive(user)) return null;
  return (
    <Row as="p" gap={12} align="center" className={styles.plan}>
      <Icon as={Sparkles} size="s" />
      <span>{t('plan.banner', { plan: t(`plan.${user.plan}`) })}</span>
      <LocalisedLink to="/pricing" className={styles.upgrade}>
        {t('plan.upgrade')}
      </LocalisedLink>
    </Row>
  );
}
