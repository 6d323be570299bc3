import { useMutation } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { VIDEO_CONSENT_VERSION, type VideoVisit } from '#contract/video.ts';
import { api } from '#web/lib/api.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DeviceCheck } from './device-check.tsx';
import type { Devices } from './devices.ts';
import { useTitle } from './use-title.ts';
import styles from './video.module.css';

interface Props {
  visit: VideoVisit;
  devices: Devices;
  onJoin: () => void;
  onHelp: () => void;
}

/** The page before the call. It contains the devices, the patient's consent, and the button to join. */
export function Lobby({ visit, devices, onJoin, onHelp }: Props) {
  const { t } = useTranslation(['video', 'video-doctor']);
  const { moment, time } = useZoned();
  const title = useTitle()(visit);
  const now = useNow();
  const { status } = useSyncExternalStore(devices.subscribe, devices.snapshot, devices.snapshot);
  const isEarly = now < Date.parse(visit.opens_at);
  const door = useDoor(visit, onJoin);
  return (
    <div className={styles.lobby}>
      <header>
        <h1 className="h2">{title}</h1>
        <p className="muted">{t('video:when', { moment: moment(visit.planned_at, ownZone()) })}</p>
      </header>
      <DeviceCheck devices={devices} />
      <section className={styles.door} aria-label={t('video:consent.title')}>
        {visit.side === 'patient' ? (
          <Consent isGiven={door.isAgreed} isFixed={visit.has_consent} fault={door.fault} onChange={door.agree} />
        ) : (
          <p>{t(visit.case_id ? 'video-doctor:lobby.text' : 'video-doctor:lobby.caseless')}</p>
        )}
        {visit.is_other_there && (
          <p className={styles.there} role="status">
            {visit.side === 'doctor' ? t('video-doctor:waits') : t('video:other.waits')}
          </p>
        )}
        {isEarly && <p role="status">{t('video:opens', { time: time(visit.opens_at, ownZone()) })}</p>}
        <Button variant="primary" wide busy={door.isBusy} disabled={isEarly || status !== 'open'} onClick={door.join}>
          {t('video:join')}
        </Button>
        {!isEarly && status !== 'open' && <p className="small muted">{t('video:join.devices')}</p>}
        <Button variant="quiet" size="s" onClick={onHelp}>
          {t('video:trouble.title')}
        </Button>
      </section>
    </div>
  );
}

/** Returns a function that joins the call. If the consent is missing, it is recorded first. */
function useDoor(visit: VideoVisit, onJoin: () => void) {
  const { t } = useTranslation('video');
  const errorText = useErrorText();
  const language = useReadingLanguage();
  const [isAgreed, setAgreed] = useState(visit.has_consent);
  const [isMissing, setMissing] = useState(false);
  const { mutate, isPending, error } = useMutation(api.video.consentToVideo.mutationOptions({ onSuccess: onJoin }));
  return {
    isAgreed,
    isBusy: isPending,
    fault: isMissing ? t('consent.needed') : error ? errorText(error) : undefined,
    agree(is: boolean) {
      setAgreed(is);
      setMissing(false);
    },
    join() {
      if (visit.side === 'doctor' || visit.has_consent) return onJoin();
      if (!isAgreed) return setMissing(true);
      mutate({ visit_id: visit.id, version: VIDEO_CONSENT_VERSION, language });
    },
  };
}

interface ConsentProps {
  isGiven: boolean;
  /** True if the consent is already recorded. */
  isFixed: boolean;
  fault: string | undefined;
  onChange: (is: boolean) => void;
}

const points = ['direct', 'notes', 'limits', 'own'] as const;

function Consent({ isGiven, isFixed, fault, onChange }: ConsentProps) {
  const { t } = useTranslation('video');
  return (
    <>
      <h2 className="title">{t('consent.title')}</h2>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{t(`consent.${point}`)}</li>
        ))}
      </ul>
      <Checkbox
        label={t('consent.agree')}
        checked={isGiven}
        disabled={isFixed}
        error={fault}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </>
  );
}
