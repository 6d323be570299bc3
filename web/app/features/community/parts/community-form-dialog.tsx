import type { ComponentProps } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useRegion } from '#web/lib/reading-language.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';

/**
 * Like `CommunityDialog`, but with a form. This file imports react-aria, so import it only from a file that is itself
 * loaded lazily.
 */
export function CommunityFormDialog(props: ComponentProps<typeof FormDialog>) {
  return (
    <I18nProvider locale={useRegion()}>
      <FormDialog {...props} />
    </I18nProvider>
  );
}
