import { Bell } from '#web/features/notifications/bell.tsx';
import { AppLayout } from '#web/features/shell/app-layout.tsx';
import { useSession } from '#web/lib/session.tsx';

export default function AppLayoutRoute() {
  const { user } = useSession();
  return <AppLayout bell={user && <Bell userId={user.id} />} />;
}
