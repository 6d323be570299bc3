import { useTranslation } from 'react-i18next';
import { type ActionFunctionArgs, useActionData } from 'react-router';
import { type Checked, VerifyPage } from '#web/features/care/verify-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';
import { serviceFor } from '#web/lib/service.server.ts';

export const handle: RouteHandle = { static: true };

const LONGEST_TYPED = 40;
const CODE_LENGTH = 16;

export async function action(args: ActionFunctionArgs): Promise<Checked | undefined> {
  const typed = (await args.request.formData()).get('code');
  if (typeof typed !== 'string') return undefined;
  const code = typed.trim().slice(0, LONGEST_TYPED);
  if (code.replaceAll(/[\s-]/g, '').length < CODE_LENGTH) return { code, isTooShort: true, found: null };
  return { code, isTooShort: false, found: await serviceFor(args).caseFlow.verifySignature({ code }) };
}

export default function Verify() {
  const { t } = useTranslation('care');
  const checked = useActionData<typeof action>();
  return (
    <main id="content">
      <PageMeta title={t('verify.title')} description={t('verify.lead')} indexed />
      <VerifyPage checked={checked} />
    </main>
  );
}
