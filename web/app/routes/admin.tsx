import { Navigate } from 'react-router';
import { adminPlaces } from '#web/features/shell/admin-places.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';

/** The panel opens in its first room. */
export default function AdminPage() {
  return <Navigate to={inLanguage(adminPlaces[0].path, useLocale())} replace />;
}
