import { Outlet } from 'react-router';
import { SecondFactorFirst } from '#web/features/admin/second-factor-first.tsx';
import { Bell } from '#web/features/notifications/bell.tsx';
import { AdminLayout } from '#web/features/shell/admin-layout.tsx';
import { useSession } from '#web/lib/session.tsx';

export default function AdminLayoutRoute() {
  const { user } = useSession();
  return (
    <AdminLayout bell={user && <Bell userId={user.id} />}>
      {user?.must_enrol_second_factor ? <SecondFactorFirst /> : <Outlet />}
    </AdminLayout>
  );
}
