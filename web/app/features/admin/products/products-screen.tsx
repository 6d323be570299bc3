import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Screen } from '../screen.tsx';
import { ClaimsView } from './claims-view.tsx';
import { ProductDialog } from './product-dialog.tsx';
import { ProductsView } from './products-view.tsx';

const views = ['products', 'claims'] as const;
type View = (typeof views)[number];

/** Products that dashboards recommend, and rewards that members requested. The view is in the address. */
export function ProductsScreen() {
  const { t } = useTranslation(['admin', 'progress', 'case']);
  const [isAdding, setIsAdding] = useState(false);
  const [params, setParams] = useSearchParams();
  const view = views.find((one) => one === params.get('show')) ?? 'products';
  const tools = (
    <>
      <SegmentedControl<View>
        label={t('product.views')}
        size="s"
        value={view}
        options={views.map((value) => ({ value, label: t(`product.view.${value}`) }))}
        onChange={(next) => setParams(next === 'products' ? {} : { show: next }, { replace: true })}
      />
      <Button size="xs" variant="ink" onClick={() => setIsAdding(true)}>
        <Icon as={Plus} size="s" />
        {t('product.add')}
      </Button>
    </>
  );
  return (
    <Screen title={t('place.products')} lead={t('product.lead')} tools={tools}>
      {view === 'products' ? <ProductsView /> : <ClaimsView />}
      {isAdding && <ProductDialog product={undefined} onClose={() => setIsAdding(false)} />}
    </Screen>
  );
}
