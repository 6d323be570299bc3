import { Video } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** Links to the video visit. Its page is loaded as a new document, because only that page may use the microphone. */
export function VisitLink({ appointment: { visit_id } }: { appointment: Pick<MyAppointment, 'visit_id'> }) {
  const { t } = useTranslation('appointments');
  const locale = useLocale();
  if (!visit_id) return null;
  return (
    <LinkButton size="s" to={inLanguage(`/visit/${visit_id}`, locale)} reloadDocument>
      <Icon as={Video} size="s" />
      {t('byVideo.open')}
    </LinkButton>
  );
}
