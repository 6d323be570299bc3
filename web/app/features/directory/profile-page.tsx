import { ArrowLeft, ArrowRight, BadgeCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './profile-page.module.css';

/** One practitioner: who, what, where, and by which number the council knows them. */
export function ProfilePage() {
  const { t } = useTranslation('directory');
  return (
    <article className={`page ${styles.page}`}>
      <LocalisedLink className={`link small ${styles.back}`} to="/practitioners" reloadDocument>
        <Icon as={ArrowLeft} size="s" />
        {t('profile.back')}
      </LocalisedLink>
      <div className={styles.split}>
        <div className={styles.words}>
          <h1 className="h1" data-fill="person.name">
            {t('page.title')}
          </h1>
          <ul className={styles.specialities} data-each="person.specialities">
            <li data-fill="." />
          </ul>
          <div className={`lead ${styles.introduction}`} data-if="person.introduction" data-each="person.introduction">
            <p data-fill="." />
          </div>
          <Places />
          <p className="small muted" data-fill="person.listed" />
        </div>
        <aside className={styles.facts}>
          <Registration />
          <div>
            <h2 className="title">{t('profile.languages')}</h2>
            <ul data-each="person.languages">
              <li data-fill="." />
            </ul>
          </div>
          <Call />
        </aside>
      </div>
    </article>
  );
}

function Registration() {
  const { t } = useTranslation('directory');
  return (
    <div>
      <h2 className="title">{t('profile.registration')}</h2>
      <p className="num" data-fill="person.registration" />
      <p className="small muted" data-fill="person.body" />
      <p className={`small ${styles.verified}`}>
        <Icon as={BadgeCheck} size="s" />
        <span data-fill="person.verified" />
      </p>
    </div>
  );
}

function Places() {
  const { t } = useTranslation('directory');
  return (
    <section aria-labelledby="places">
      <h2 className="h3" id="places">
        {t('profile.places')}
      </h2>
      <ul className={styles.places} data-each="person.places">
        <li>
          <address>
            <b data-if="name" data-fill="name" />
            <span data-fill="street" />
            <span data-fill="town" />
            <span data-fill="land" />
          </address>
        </li>
      </ul>
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
