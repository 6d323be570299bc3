import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onNewVersion } from '#web/lib/service-worker.ts';
import { toast } from '#web/ui/toast.ts';

const visible_ms = 20_000;

/**
 * Shows a notice about a newer version of the app. If the reader ignores it, the next page that opens uses the new
 * version.
 */
export function useNewVersionNotice() {
  const { t } = useTranslation('notifications');
  useEffect(
    () =>
      onNewVersion(() =>
        toast({
          kind: 'info',
          title: t('version.title'),
          text: t('version.text'),
          action: { label: t('version.action'), run: () => location.reload() },
          visible_ms,
        }),
      ),
    [t],
  );
}
