import { ArrowLeft, ArrowRight, BadgeCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PublicProfile } from '#contract/directory.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { useWords } from './use-words.ts';
import styles from './profile-page.module.css';

/** Shows one practitioner with name, specialities, places and registration number. */
export function ProfilePage({ profile }: { profile: PublicProfile }) {
  const { t } = useTranslation('directory');
  const words = useWords();
  const paragraphs = introductionIn(useLocale(), profile).split('\n').filter(Boolean);
  return (
    <article className={`page ${styles.page}`}>
      <LocalisedLink className={`link small ${styles.back}`} to="/practitioners" reloadDocument>
        <Icon as={ArrowLeft} size="s" />
        {t('profile.back')}
      </LocalisedLink>
      <div className={styles.split}>
        <Stack gap={24} className={styles.words}>
          <h1 className="h1" dir="auto">
            {profile.name}
          </h1>
          <Row as="ul" gap={8} wrap className={styles.specialities}>
            {profile.specialities.map((code) => (
              <li key={code}>{words.speciality(code)}</li>
            ))}
          </Row>
          {paragraphs.length > 0 && (
            <div className={`lead ${styles.introduction}`}>
              {paragraphs.map((text) => (
                <p key={text} dir="auto">
                  {text}
                </p>
              ))}
            </div>
          )}
          <Places places={profile.places} />
          <p className="small muted">{t('profile.listed', { name: profile.name })}</p>
        </Stack>
        <Stack as="aside" className={styles.facts}>
          <Registration profile={profile} />
          <div>
            <h2 className="title">{t('profile.languages')}</h2>
            <ul>
              {profile.languages.map((code) => (
                <li key={code}>{words.language(code)}</li>
              ))}
            </ul>
          </div>
          <Call />
        </Stack>
      </div>
    </article>
  );
}

/** Returns the introduction in the page's language, or else in the other language. */
const introductionIn = (language: 'en' | 'fr', { introduction_en: en, introduction_fr: fr }: PublicProfile): string =>
  language === 'fr' ? fr || en : en || fr;

function Registration({ profile }: { profile: PublicProfile }) {
  const { t } = useTranslation('directory');
  const words = useWords();
  return (
    <div>
      <h2 className="title">{t('profile.registration')}</h2>
      <p className="num">{profile.registration_number}</p>
      <p className="small muted">{profile.registration_body}</p>
      <p className={`small ${styles.verified}`}>
        <Icon as={BadgeCheck} size="s" />
        <span>{t('profile.verified', { date: words.day(profile.verified_at) })}</span>
      </p>
    </div>
  );
}

function Places({ places }: Pick<PublicProfile, 'places'>) {
  const { t } = useTranslation('directory');
  const words = useWords();
  return (
    <section aria-labelledby="places">
      <h2 className="h3" id="places">
        {t('profile.places')}
      </h2>
      <Stack as="ul" className={styles.places}>
        {places.map(({ point, name, street, postal_code, city, country }) => (
          <li key={`${point} ${street}`}>
            <address dir="auto">
              {name && <b>{name}</b>}
              <span>{street}</span>
              <span>{`${postal_code} ${city}`}</span>
              <span>{words.country(country)}</span>
            </address>
          </li>
        ))}
      </Stack>
    </section>
  );
}

function Call() {
  const { t } = useTranslation(['directory', 'ui']);
  return (
    <div className={styles.call}>
      <h2 className="title">{t('directory:profile.callTitle')}</h2>
      <p className="small muted">{t('directory:profile.call')}</p>
      <LocalisedLink to="/unlock" className={buttonClass({ variant: 'primary' })}>
        <span className="button__label">
          {t('unlock', { ns: 'ui' })}
          <Icon as={ArrowRight} />
        </span>
      </LocalisedLink>
    </div>
  );
}
