import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MembershipScreen } from '#web/features/account/membership-screen.tsx';
import { useCurrentOffer, useMembership } from '#web/features/account/use-membership.ts';
import { BenefitsSection } from '#web/features/appointments/benefits-section.tsx';
import { PlansDialog } from '#web/features/plans/plans-dialog.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser, useSession } from '#web/lib/session.tsx';

export default function AccountMembershipPage() {
  const { t } = useTranslation('billing');
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const current = useCurrentOffer(user);
  const hidden = useMembership().data?.plan_wording;
  return (
    <RequireUser roles={['patient']}>
      <PageMeta title={t('account.membership')} />
      <MembershipScreen onPlans={() => setOpen(true)} benefits={(extras) => <BenefitsSection rows={extras} />} />
      <PlansDialog isOpen={isOpen} onClose={() => setOpen(false)} current={current} hidden={hidden} />
    </RequireUser>
  );
}
