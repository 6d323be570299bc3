import type { ComponentProps } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useRegion } from '#web/lib/reading-language.ts';
import { Dialog } from '#web/ui/dialog.tsx';

/**
 * A dialog for the pages of the community, which do not load react-aria. This file imports react-aria, so import it
 * only from a file that is itself loaded lazily.
 */
export function CommunityDialog(props: Omit<ComponentProps<typeof Dialog>, 'isOpen'>) {
  return (
    <I18nProvider locale={useRegion()}>
      <Dialog isOpen {...props} />
    </I18nProvider>
  );
}
