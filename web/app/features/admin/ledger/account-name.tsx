import { useTranslation } from 'react-i18next';
import type { AccountNumbers } from '#contract/ledger.ts';

/** Shows the number and the name of an account. */
export function AccountName({ account }: { account: (typeof AccountNumbers)[number] }) {
  const { t } = useTranslation('ledger');
  return (
    <>
      <strong>{account}</strong> {t(`account.${account}`)}
    </>
  );
}
