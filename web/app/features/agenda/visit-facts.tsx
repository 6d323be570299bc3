import { useTranslation } from 'react-i18next';
import { cityOfZone } from '#contract/zone.ts';
import { useVisitWords, type Visit } from '#web/lib/visit-words.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { Stack } from '#web/ui/layout.tsx';
import styles from './agenda.module.css';

/**
 * Shows the facts of a visit: its time, place, service, buffers, number and state. All times are in the time zone of
 * the place.
 */
export function VisitFacts({ visit }: { visit: Visit }) {
  const { t } = useTranslation('agenda');
  const words = useVisitWords();
  const { isSame, longDay, time } = useZoned();
  const { starts_at, blocked_from, blocked_until, held_until, site } = visit;
  const isOther = !isSame(starts_at, site.timezone, ownZone());
  const hasBuffers = blocked_from !== starts_at || blocked_until !== visit.ends_at;
  const zone = site.timezone;
  const facts = {
    when: [
      `${longDay(starts_at, zone)}, ${words.span(visit, zone)}`,
      isOther && t('zone.note', { city: cityOfZone(zone) }),
    ],
    where: [words.where(visit)],
    service: [words.service(visit)],
    buffers: [hasBuffers && words.span({ starts_at: blocked_from, ends_at: blocked_until }, zone)],
    number: [visit.visit?.number],
    state: [words.state(visit), held_until && t('held_until', { time: time(held_until, zone) })],
  };
  return (
    <Stack as="dl" gap={8} className={styles.facts}>
      {(['when', 'where', 'service', 'buffers', 'number', 'state'] as const).map((fact) => {
        const text = facts[fact].filter(Boolean).join(' · ');
        return (
          text && (
            <div key={fact}>
              <dt>{t(`fact.${fact}`)}</dt>
              <dd>{text}</dd>
            </div>
          )
        );
      })}
    </Stack>
  );
}
