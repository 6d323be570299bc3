import { useTranslation } from 'react-i18next';
import { buttonClass } from '#web/ui/button.tsx';
import frontUrl from '#web/ui/face/pose-front.svg';
import leftUrl from '#web/ui/face/pose-left.svg';
import rightUrl from '#web/ui/face/pose-right.svg';
import home from './home.module.css';
import styles from './how-it-works.module.css';

export function HowItWorks() {
  const { t } = useTranslation(['site', 'ui']);
  return (
    <section className={home.section} id="how">
      <div className={`page ${home.split}`}>
        <div className={home.resting}>
          <h2 className="h2">{t('site:how.title')}</h2>
          <p className="lead">{t('site:how.lead')}</p>
          <a className={buttonClass({}, 'only-large')} href="#plans">
            {t('ourPlans', { ns: 'ui' })}
          </a>
        </div>
        <ol className={styles.steps}>
          {([1, 2, 3] as const).map((nth) => {
            const Picture = pictures[nth];
            return (
              <li key={nth}>
                <span className="figure-type" aria-hidden="true">
                  {nth}
                </span>
                <div>
                  <h3 className="h3">{t(`site:how.${nth}.title`)}</h3>
                  <p>{t(`site:how.${nth}.text`)}</p>
                </div>
                <Picture />
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

function Poses() {
  const { t } = useTranslation('site');
  const poses = [
    ['front', frontUrl],
    ['right', rightUrl],
    ['left', leftUrl],
  ] as const;
  return (
    <div className={styles.poses}>
      {poses.map(([pose, url]) => (
        <span key={pose}>
          <img src={url} width={50} height={56} alt={t(`pose.${pose}`)} loading="lazy" />
        </span>
      ))}
    </div>
  );
}

/** Lists the styles. A more visible style has more dots. */
function Styles() {
  const { t } = useTranslation('site');
  return (
    <ul className={styles.styles}>
      {(['natural', 'harmonious', 'glamour'] as const).map((style, strength) => (
        <li key={style}>
          {t(`style.${style}`)}
          <svg viewBox="0 0 36 10" width="36" height="10" aria-hidden="true">
            {[0, 1, 2].map((dot) => (
              <circle
                key={dot}
                className={dot <= strength ? styles.on : styles.off}
                cx={5 + dot * 12}
                cy="5"
                r="3.500"
              />
            ))}
          </svg>
        </li>
      ))}
    </ul>
  );
}

function Appointment() {
  const { t } = useTranslation('site');
  return (
    <p className={styles.appointment}>
      <span className="visually-hidden">{t('how.example')}: </span>
      <span className="figure-type">14</span> {t('how.example.month')}
      <br />
      <span className="muted">{t('how.example.place')}</span>
    </p>
  );
}

const pictures = { 1: Poses, 2: Styles, 3: Appointment } as const;
