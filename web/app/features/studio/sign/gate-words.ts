import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { capital, sentenceList, small } from '../words/sentence-list.ts';
import { clinicalClasses, clinicalTreatments, type TreatmentClass } from '#engine/clinical.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import { useDoseWords } from '../treatment/dose-words.ts';
import { units } from '../treatment/treatments.ts';
import type { GateLine } from './gate-lines.ts';

/** For each group of treatments and each class of products, the last part of its translation key `kind.…`. */
const kinds = {
  toxin: 'botox',
  filler: 'hyaluronic_acid',
  light: 'laser',
  peel: 'peeling',
  threads: 'thread_lift',
  mesotherapy: 'mesotherapy',
  skincare: 'skincare',
  other: 'other',
} as const;

/**
 * Returns a function that describes a line of the review in one sentence. Treatments have the same names as in the
 * panel.
 */
export function useGateWords() {
  const { t } = useTranslation('studio');
  const { longDay } = useFormat();
  const { amount: withUnit } = useDoseWords();
  const nameOf = (name: string) =>
    isTreatmentName(name) ? t(`treatment.${name}`) : t(`kind.${kinds[name as keyof typeof kinds] ?? 'laser'}`);
  const amount = (value = 0, about: string) => {
    const unit = isTreatmentName(about) ? clinicalTreatments[about].unit : about === 'toxin' ? 'units' : 'mL';
    return withUnit(value, units[unit]);
  };
  /** Returns the name of an image as text. `about` is a pose and a style, for example 'front natural'. */
  const picture = (about: string) => {
    const [pose, style] = about.split(' ') as ['front', 'natural'];
    return `${t(`pose.${pose}`)}, ${t(`style.${style}`).toLowerCase()}`;
  };
  return ({ code, about, names = [], style, given, most, least, earlier, day, isOpen }: GateLine): string => {
    const what = sentenceList(names.map(nameOf));
    const question = () => capital(t(`contra.question.${about as 'herpes'}`));
    switch (code) {
      case 'age_unknown':
      case 'under_age':
        return t(`gate.${code}`);
      case 'health_untold':
        return t(isOpen ? 'gate.health_untold' : 'gate.health_asked');
      case 'contraindicated':
        return t('gate.contraindicated', { question: question(), what: small(what) });
      case 'reason_missing':
        return names.length > 0
          ? t('gate.reason_missing', { question: question(), what: small(what) })
          : t('gate.reason_unneeded', { question: question() });
      case 'dose_area':
      case 'dose_session':
        if (!style) return t('gate.dose_visit', { what: nameOf(about), most: amount(most, about) });
        return t(`gate.${code}`, {
          what: nameOf(about),
          style: t(`style.${style as 'natural'}`),
          given: amount(given, about),
          most: amount(most, about),
        });
      case 'dose_map':
        return t(isTreatmentName(about) ? 'gate.dose_map' : 'gate.dose_map_class', {
          what: small(nameOf(about)),
          given: amount(given, about),
          most: amount(most, about),
        });
      case 'dose_period': {
        const { weeks } = clinicalClasses[about as TreatmentClass].period_max ?? { weeks: 0 };
        const values = { what: nameOf(about), given: amount(given, about), most: amount(most, about), weeks };
        return earlier === undefined
          ? t('gate.dose_period', values)
          : t('gate.dose_period_earlier', { ...values, earlier: amount(earlier, about) });
      }
      case 'points_unconfirmed':
        return t('gate.points_unconfirmed', {
          count: given ?? 0,
          poses: names.map((pose) => t(`pose.${pose as 'front'}`)).join(', '),
        });
      case 'interval_course':
        return t('gate.interval_course', {
          what: names.length > 0 ? what : t(`kind.${about as 'botox'}`),
          given,
          least,
        });
      case 'interval_since':
        return t('gate.interval_since', { day: longDay(day ?? '') });
      case 'not_before':
        return t(isOpen ? 'gate.not_before_late' : 'gate.not_before', { day: longDay(day ?? '') });
      case 'zone':
        return t('gate.zone', { zone: t(`zone.${about as 'angular_artery'}`), what: small(what) });
      case 'pictures_unseen':
        return t(isOpen ? 'gate.pictures_unseen' : 'gate.pictures_seen', { count: names.length });
      case 'artefact':
        return t(isOpen ? 'gate.artefact' : 'gate.artefact_settled', { image: picture(about), count: names.length });
    }
  };
}
