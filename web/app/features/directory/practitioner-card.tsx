import { BadgeCheck, Languages, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DirectoryEntry } from '#contract/directory.ts';
import { useFormat } from '#web/lib/format.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { useWords } from './use-words.ts';
import styles from './directory-page.module.css';

/** The distance in kilometres below which the card says that a place is in the searched city. */
const HERE_KM = 2;

export function PractitionerCard({ practitioner }: { practitioner: DirectoryEntry }) {
  const { t } = useTranslation('directory');
  const { number } = useFormat();
  const words = useWords();
  const { slug, name, specialities, languages, places, distance_km: km } = practitioner;
  return (
    <Stack as="li" gap={6} className={styles.card} data-points={places.map(({ point }) => point).join(' ')}>
      <h3 className="h3">
        <a href={inLanguage(`/practitioners/${slug}`, useLocale())} dir="auto">
          {name}
        </a>
      </h3>
      <p>{words.list(specialities.map(words.speciality))}</p>
      <p className={styles.fact}>
        <Icon as={MapPin} size="s" />
        <span dir="auto">{[...new Set(places.map(({ city }) => city))].join(' · ')}</span>
        {km !== null && (
          <span className={`num ${styles.distance}`}>
            {km < HERE_KM ? t('results.distanceHere') : t('results.distance', { km: number(km) })}
          </span>
        )}
      </p>
      <p className={styles.fact}>
        <Icon as={Languages} size="s" />
        <span>{words.list(languages.map(words.language), true)}</span>
      </p>
      <p className={`small num ${styles.fact}`}>
        <Icon as={BadgeCheck} size="s" />
        <span>{`${practitioner.registration_body} ${practitioner.registration_number}`}</span>
      </p>
    </Stack>
  );
}
