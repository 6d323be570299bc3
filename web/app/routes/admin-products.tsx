import { useTranslation } from 'react-i18next';
import { ProductsScreen } from '#web/features/admin/products/products-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminProductsPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.products')} />
      <ProductsScreen />
    </>
  );
}
