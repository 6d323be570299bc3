import { CreditCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import { useCardPage } from './use-membership.ts';

export function PaymentSection() {
  const { t } = useTranslation('billing');
  const card = useCardPage();
  return (
    <SettingsSection title={t('membership.payment')} text={t('membership.paymentText')}>
      <SettingsRow
        icon={CreditCard}
        name={t('membership.card')}
        text={t('membership.cardText')}
        action={
          <Button size="s" busy={card.isPending} onClick={() => card.mutate()}>
            {t('membership.replace')}
          </Button>
        }
      />
    </SettingsSection>
  );
}
