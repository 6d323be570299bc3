import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Membership } from '#contract/billing.ts';
import { useFormat } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import styles from './account.module.css';
import { AskForSimulation, SimulationsLeft } from './allowance.tsx';

/** Lists the benefits of the plan, with the numbers that the service enforces. */
export function IncludedSection({ plan, entitlements }: Pick<Membership, 'plan' | 'entitlements'>) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  const facts = [
    [t('membership.simulations'), <SimulationsLeft key="left" included={entitlements.simulations} />],
    [t('membership.redos'), number(entitlements.redos)],
    [t('membership.delivery'), t('membership.hours', { plan: t(`plan.${plan}`), hours: entitlements.delivery_hours })],
    [t('membership.feedback'), entitlements.has_feedback],
    [t('membership.doctor'), entitlements.has_direct_doctor_access],
    [t('membership.communities'), entitlements.has_members_communities],
    [t('membership.exclusive'), entitlements.has_exclusive_view],
    [t('membership.fullFace'), entitlements.has_full_face],
  ] as const;
  return (
    <SettingsSection title={t('membership.included')} text={t('membership.includedText')}>
      <Stack as="dl" className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === 'boolean' ? <YesNo isIncluded={value} /> : value}</dd>
          </div>
        ))}
      </Stack>
      <AskForSimulation />
    </SettingsSection>
  );
}

function YesNo({ isIncluded }: { isIncluded: boolean }) {
  const { t } = useTranslation('billing');
  return (
    <span className={styles.yesNo} data-not={!isIncluded || undefined}>
      <Icon as={isIncluded ? Check : Minus} size="s" />
      {t(isIncluded ? 'membership.yes' : 'membership.no')}
    </span>
  );
}
