import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MyCase } from '#contract/cases.ts';
import { ClinicalViews } from '#contract/clinical-photos.ts';
import { api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useOwnCases } from '#web/lib/use-own-cases.ts';
import { inLanguage } from '#web/paths.ts';
import { Stack } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './care.module.css';
import { MESSAGES_PLACE, useUnread } from './use-unread.ts';

const retake = '/unlock?openCamera=1&mode=retake&return=/dashboard';

/**
 * Notices that the patient must see: the doctor has requested photos, wants to talk to the patient first, or has
 * written about a case that the dashboard does not show.
 */
export function CareNotices() {
  const { t } = useTranslation('care');
  const clinical = useTranslation('clinical-photos').t;
  const locale = useLocale();
  const language = useReadingLanguage();
  const { cases, shown, newest } = useOwnCases();
  const expectations = useQuery(api.care.getMyExpectations.queryOptions()).data;
  const asked = useQuery(api.clinicalPhotos.getMyClinicalSets.queryOptions()).data;
  const wantsSeries = asked?.some(
    ({ taken_by, photos }) => taken_by === 'patient' && photos.length < ClinicalViews.length,
  );
  const request = newest?.photo_request;
  const talksFirst = expectations?.outcome === 'talk_first';
  const others = cases.data?.filter(({ id }) => id !== shown?.id);
  return (
    <Stack gap={16} className={styles.notices}>
      {request && (
        <section className={styles.notice} aria-label={t('photos.title')}>
          <div>
            <h2 className="title">{t('photos.title')}</h2>
            <p>
              {t('photos.text', {
                poses: new Intl.ListFormat(language).format(request.poses.map((pose) => t(`photos.pose.${pose}`))),
                reason: t(`photos.reason.${request.reason}`),
              })}
            </p>
            {request.note && <blockquote dir="auto">{request.note}</blockquote>}
            <p>{t('photos.clock')}</p>
          </div>
          <LinkButton
            to={`${inLanguage(retake, locale)}${request.poses.map((pose) => `&photo=${pose}`).join('')}`}
            variant="primary"
          >
            {t('photos.retake')}
          </LinkButton>
        </section>
      )}
      {wantsSeries && (
        <section className={styles.notice} aria-label={clinical('notice.title')}>
          <div>
            <h2 className="title">{clinical('notice.title')}</h2>
            <p>{clinical('notice.text')}</p>
          </div>
          <LinkButton to={inLanguage('/dashboard/clinical-photos', locale)} variant="primary">
            {clinical('notice.open')}
          </LinkButton>
        </section>
      )}
      {talksFirst && (
        <section className={`${styles.notice} ${styles.calm}`} aria-label={t('talk.title')}>
          <div>
            <h2 className="title">{t('talk.title')}</h2>
            <p>{t('talk.text')}</p>
          </div>
        </section>
      )}
      {others?.map((one) => (
        <UnreadNotice key={one.id} one={one} />
      ))}
    </Stack>
  );
}

/** Shows that a case has new messages, and links to them. */
function UnreadNotice({ one: { id, number } }: { one: MyCase }) {
  const { t } = useTranslation(['care', 'case']);
  const locale = useLocale();
  const count = useUnread(id);
  if (count === 0) return null;
  const title = t('messages.unread', { count });
  return (
    <section className={styles.notice} aria-label={title}>
      <div>
        <h2 className="title">{title}</h2>
        <p>{t('case:others.number', { number })}</p>
      </div>
      <LinkButton to={inLanguage(`/dashboard?case=${id}#${MESSAGES_PLACE}`, locale)} variant="primary">
        {t('passport.open')}
      </LinkButton>
    </section>
  );
}
