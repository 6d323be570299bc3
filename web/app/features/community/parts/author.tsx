import { BadgeCheck, Shield } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Person } from '#contract/community/terms.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useTermNames } from '#web/lib/term-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { personPath } from './links.ts';
import styles from './author.module.css';

/**
 * Shows the name that a person chose. Next to a practitioner's name is a badge for the checked registration. If there
 * is no person, it shows that the account was deleted.
 */
export function Author({ person, isStrong = false }: { person: Person | null; isStrong?: boolean }) {
  const { t } = useTranslation('community');
  if (!person) return <span>{t('person.gone')}</span>;
  return (
    <>
      <LocalisedLink to={personPath(person.handle)} className={styles.name} data-strong={isStrong || undefined}>
        <bdi>{person.display_name}</bdi>
      </LocalisedLink>
      {person.practitioner && <PractitionerBadge practitioner={person.practitioner} />}
    </>
  );
}

export function PractitionerBadge({ practitioner }: { practitioner: NonNullable<Person['practitioner']> }) {
  const { t } = useTranslation('community');
  const { speciality: nameOf } = useTermNames();
  const { registration_body, registration_number, speciality } = practitioner;
  const registration = t('person.registered', { body: registration_body, number: registration_number });
  return (
    <span className={styles.role} data-kind="practitioner" title={registration}>
      <Icon as={BadgeCheck} size="s" />
      {nameOf(speciality)}
      <span className="visually-hidden">, {registration}</span>
    </span>
  );
}

export function RoleBadge({ of: role }: { of: 'owner' | 'moderator' | 'author' }) {
  const { t } = useTranslation('community');
  return (
    <span className={styles.role}>
      {role !== 'author' && <Icon as={Shield} size="s" />}
      {t(`role.${role}`)}
    </span>
  );
}
