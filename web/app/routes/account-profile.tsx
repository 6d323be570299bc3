import { useTranslation } from 'react-i18next';
import { ReadingSection } from '#web/features/community/reading/reading-section.tsx';
import { ProfileScreen } from '#web/features/identity/own/profile-screen.tsx';
import { PushCard } from '#web/features/notifications/push-card.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { CalendarsLink } from '#web/features/studio/calendars/calendars-link.tsx';
import { useSession } from '#web/lib/session.tsx';

export default function AccountProfilePage() {
  // Also loads the texts of the card about push notifications, which appears only when the person's choices have
  // arrived. If the card loaded its texts then, a spinner would replace the page, and the field in use would lose the
  // focus.
  const { t } = useTranslation(['billing', 'notifications']);
  const { user } = useSession();
  return (
    <>
      <PageMeta title={t('account.profile')} />
      {user && (
        <ProfileScreen
          user={user}
          push={<PushCard userId={user.id} />}
          calendars={user.role === 'practitioner' && <CalendarsLink />}
          reading={<ReadingSection isPractitioner={user.role === 'practitioner'} />}
        />
      )}
    </>
  );
}
