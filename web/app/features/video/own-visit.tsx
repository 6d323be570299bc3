import { Video } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoVisit } from '#contract/video.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import '#web/ui/notice-card.css';
import { useTitle } from './use-title.ts';

const CancelVisit = onDemand(async () => (await import('./cancel-visit.tsx')).CancelVisit);

/** Shows one open video visit of the patient. */
export function OwnVisit({ visit }: { visit: VideoVisit }) {
  const { t } = useTranslation('video');
  const { moment, time } = useZoned();
  const locale = useLocale();
  const title = useTitle()(visit);
  const [asks, setAsks] = useState(false);
  const isOpen = useNow() >= Date.parse(visit.opens_at);
  return (
    <section className="notice-card" aria-label={title}>
      <Icon as={Video} />
      <div>
        <h2 className="title">{title}</h2>
        <p>{t('when', { moment: moment(visit.planned_at, ownZone()) })}</p>
        <p className="small muted">
          {!isOpen
            ? t('opens', { time: time(visit.opens_at, ownZone()) })
            : t(visit.is_other_there ? 'other.waits' : 'open.now')}
        </p>
      </div>
      <div className="notice-card__actions">
        {/* The link loads a new document, because only the document of the visit page may use the microphone. */}
        <LinkButton
          size="s"
          variant={isOpen ? 'primary' : 'line'}
          to={inLanguage(`/visit/${visit.id}`, locale)}
          reloadDocument
        >
          {t(isOpen ? 'join' : 'check.short')}
        </LinkButton>
        {visit.state !== 'running' && !visit.is_appointment && (
          <Button variant="quiet" size="s" onClick={() => setAsks(true)}>
            {t('cancel')}
          </Button>
        )}
      </div>
      {asks && <CancelVisit visitId={visit.id} onClose={() => setAsks(false)} />}
    </section>
  );
}
