import { useTranslation } from 'react-i18next';
import { MyPageScreen } from '#web/features/directory/mine/my-page-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function AccountPublicPage() {
  const { t } = useTranslation('directory');
  return (
    <RequireUser roles={['practitioner']}>
      <PageMeta title={t('mine.title')} />
      <MyPageScreen />
    </RequireUser>
  );
}
