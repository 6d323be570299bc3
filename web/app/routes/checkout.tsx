import { CheckoutScreen } from '#web/features/checkout/checkout-screen.tsx';
import { addressOfCheckout } from '#web/features/plans/begin-checkout.ts';
import { chooseVariant } from '#web/features/plans/experiment.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { RequireUser } from '#web/lib/session.tsx';
import { useSearchParams } from 'react-router';

/**
 * The page that starts a checkout. The buttons of the plans link to it if scripts do not run. People who had to sign in
 * first also return to it.
 */
export default function CheckoutPage() {
  const [query] = useSearchParams();
  const locale = useLocale();
  const sku = query.get('sku') ?? '';
  return (
    <RequireUser roles={['patient']}>
      <CheckoutScreen find={() => addressOfCheckout({ ...chooseVariant(), sku, cents: 0 }, locale)} />
    </RequireUser>
  );
}
