import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OverviewScreen } from '#web/features/account/overview-screen.tsx';
import { useCurrentOffer, useMembership } from '#web/features/account/use-membership.ts';
import { PlansDialog } from '#web/features/plans/plans-dialog.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { useSession } from '#web/lib/session.tsx';

export default function AccountOverviewPage() {
  const { t } = useTranslation('billing');
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const current = useCurrentOffer(user);
  const hidden = useMembership().data?.plan_wording;
  if (!user) return null;
  return (
    <>
      <PageMeta title={t('account.title')} />
      <OverviewScreen user={user} onPlans={() => setOpen(true)} />
      <PlansDialog isOpen={isOpen} onClose={() => setOpen(false)} current={current} hidden={hidden} />
    </>
  );
}
