import { useTranslation } from 'react-i18next';
import type { Photo } from './capture-state.ts';
import type { GuidanceCode } from './face-check.ts';
import { isExpression, type PhotoKind, type Pose } from './poses.ts';
import type { FaceCheckState } from './patient-start.ts';
import type { Shot } from './use-shot.ts';
import type { Sentence, Words } from './words.ts';

interface Moment {
  shot: Shot;
  photo: Photo;
  face: FaceCheckState;
  guidance: GuidanceCode | null;
  pose: PhotoKind;
  words: Words;
}

/** The instruction for a pose until the detector gives its first result. */
const wishFor: Record<Pose, GuidanceCode> = { front: 'align', right: 'turn_left', left: 'turn_right' };

/**
 * Returns the current instruction. `sentence` is shown over the photo, `spoken` is for screen readers, and `voiced` is
 * spoken if the person has turned the voice on.
 */
export function useSentence(moment: Moment): { sentence: Sentence; spoken: string; voiced: string } {
  const { shot, photo, face, guidance, pose, words } = moment;
  const { t } = useTranslation('capture');
  const sentence = sentenceFor();
  // A separate element announces refusals, and percentages are not spoken.
  const isSilent = shot.refusal || shot.offer;
  const isCounting = photo.status === 'uploading';
  const voiced = isCounting || !sentence.text ? sentence.title : `${sentence.title}. ${sentence.text}`;
  return { sentence, spoken: isSilent ? '' : voiced, voiced };

  function sentenceFor(): Sentence {
    if (shot.refusal) return { title: t('photo.notTaken'), text: shot.refusal };
    if (shot.frozen) return { title: t('now.checking'), text: '' };
    if (photo.status === 'uploading')
      return { title: t('now.uploading'), text: t('now.percent', { percent: Math.round(photo.share * 100) }) };
    const isReady = face.status === 'ready';
    if (!isReady && isExpression(pose)) return words.guidance('make_expression', pose);
    if (face.status === 'unavailable') return { title: t('guide.unverified'), text: t('guide.unverified.how') };
    if (face.status === 'starting') return { title: t('guide.preparing'), text: t('guide.preparing.how') };
    return words.guidance(guidance ?? (isExpression(pose) ? 'make_expression' : wishFor[pose]), pose);
  }
}
