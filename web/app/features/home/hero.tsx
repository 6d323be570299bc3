import { Check, Clock, Lock } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { FaceReveal } from '#web/ui/face/face-reveal.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { StartActions } from './start-actions.tsx';
import styles from './hero.module.css';

/** The labels on the drawing. Positions are in the units of the drawing. */
const notes = [
  { key: 'forehead', line: 'M470 345H176', at: [470, 345], text: [160, 353], end: true },
  { key: 'cheekbones', line: 'M352 675H120', at: [352, 675], text: [104, 683], end: true },
  { key: 'lips', line: 'M690 858H1010', at: [690, 858], text: [1026, 866], end: false },
  { key: 'jawline', line: 'M380 941H176', at: [380, 941], text: [160, 949], end: true },
] as const;

export function Hero() {
  const { t } = useTranslation('site');
  return (
    <section className={styles.hero}>
      <div className={`page ${styles.row}`}>
        <div className={styles.words}>
          <h1 className="display">
            <Trans t={t} i18nKey="hero.title" components={{ em: <em /> }} />
          </h1>
          <p className="lead">{t('hero.lead')}</p>
          <StartActions />
          <ul className={styles.promises}>
            <li>
              <Icon as={Clock} size="s" />
              <span>
                {t('hero.time')}
                <small className={styles.plan}>{t('hero.time.plan')}</small>
              </span>
            </li>
            <li>
              <Icon as={Check} size="s" />
              {t('hero.doctor')}
            </li>
            <li>
              <Icon as={Lock} size="s" />
              {t('hero.encrypted')}
            </li>
          </ul>
        </div>
        <figure className={styles.plate}>
          <LocalisedLink to="/unlock" tabIndex={-1} aria-hidden="true">
            <FaceReveal alt={t('hero.picture')} />
          </LocalisedLink>
          <svg className={styles.notes} viewBox="0 0 1200 1240" aria-hidden="true">
            {notes.map((note) => (
              <g key={note.key}>
                <path d={note.line} />
                <circle cx={note.at[0]} cy={note.at[1]} r="5" />
                <text x={note.text[0]} y={note.text[1]} textAnchor={note.end ? 'end' : 'start'}>
                  {t(`face.${note.key}`)}
                </text>
              </g>
            ))}
          </svg>
        </figure>
      </div>
    </section>
  );
}
