import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoVisit } from '#contract/video.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';

/**
 * A link to the page from which the visit was opened. The link loads a new document, because only the document of the
 * visit may have access to the microphone.
 */
export function WayBack({ visit }: { visit: Pick<VideoVisit, 'side' | 'case_id' | 'is_appointment'> }) {
  const { t } = useTranslation(['video', 'video-doctor']);
  const locale = useLocale();
  const isDoctor = visit.side === 'doctor';
  const inStudio = visit.is_appointment ? '/studio/agenda' : `/studio/cases/${visit.case_id}`;
  const words = visit.is_appointment ? t('video-doctor:back.agenda') : t('video-doctor:back');
  return (
    <LinkButton size="s" to={inLanguage(isDoctor ? inStudio : '/dashboard', locale)} reloadDocument>
      {isDoctor ? words : t('video:back')}
    </LinkButton>
  );
}

/** The page after a visit that has ended, was missed or was cancelled. It names the next step. */
export function Over({ visit }: { visit: VideoVisit }) {
  const { t } = useTranslation(['video', 'video-doctor']);
  const isEnded = visit.state === 'ended';
  const state = isEnded ? 'ended' : visit.state === 'missed' ? 'missed' : 'cancelled';
  const isDoctor = visit.side === 'doctor';
  const next = isDoctor ? t('video-doctor:over.appointment') : t('video:over.appointment');
  const ofCase = isDoctor ? t(`video-doctor:${state}.text`) : t(`video:${state}.text`);
  const text = visit.is_appointment ? next : ofCase;
  return <EmptyState title={t(`video:${state}.title`)} text={text} action={<WayBack visit={visit} />} />;
}

interface AsideProps {
  visit: VideoVisit;
  title: string;
  text: string;
  again: string;
  onAgain: () => void;
  children?: ReactNode;
}

/** The page for a person who is not in the call while the visit continues. */
export function Aside({ visit, title, text, again, onAgain, children }: AsideProps) {
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <>
          <Button variant="primary" size="s" onClick={onAgain}>
            {again}
          </Button>
          {children}
          <WayBack visit={visit} />
        </>
      }
    />
  );
}

export function Left({ visit, onAgain }: { visit: VideoVisit; onAgain: () => void }) {
  const { t } = useTranslation('video');
  const { time } = useZoned();
  return (
    <Aside
      visit={visit}
      title={t('left.title')}
      text={t('left.text', { time: time(visit.closes_at, ownZone()) })}
      again={t('left.again')}
      onAgain={onAgain}
    />
  );
}
