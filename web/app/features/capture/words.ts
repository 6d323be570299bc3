import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { ShotError } from './camera.ts';
import type { GuidanceCode, PhotoFaultCode } from './face-check.ts';
import { isExpression, type PhotoKind, poseOf } from './poses.ts';
import { LeadMissing } from './use-uploads.ts';

/** An instruction in two lines. The first line is the problem, and the second is its solution or reason. */
export interface Sentence {
  title: string;
  text: string;
}

/**
 * Returns why an upload failed. Only refusals by our service have messages in the person's language. Messages of the
 * browser or of a failing service do not.
 */
export function uploadFault(error: unknown): 'lead_missing' | 'unexpected' | 'connection' | 'upload' | 'refused' {
  if (error instanceof LeadMissing) return 'lead_missing';
  if (!(error instanceof Error)) return 'unexpected';
  if (error instanceof TypeError) return 'connection';
  return refusalOf(error) ? 'refused' : 'upload';
}

/** Returns functions for the sentences of the camera page. */
export function useWords() {
  const { t } = useTranslation('capture');
  const errorText = useErrorText();

  const explainUpload = useCallback(
    (error: unknown): string => {
      const fault = uploadFault(error);
      return fault === 'refused' ? errorText(error, t('error.upload')) : t(`error.${fault}`);
    },
    [t, errorText],
  );

  return useMemo(
    () => ({
      explainUpload,
      guidance(code: GuidanceCode, kind: PhotoKind): Sentence {
        if (code === 'make_expression' || (code === 'perfect' && isExpression(kind))) {
          const now = code === 'perfect' ? 'held' : isExpression(kind) ? kind : 'held';
          return { title: t(`expression.${now}`), text: t(`expression.${now}.how`) };
        }
        return { title: t(`guide.${code}`), text: t(`guide.${code}.how`) };
      },
      refused(fault: PhotoFaultCode, kind: PhotoKind): string {
        return fault === 'wrong_pose' ? t(`photo.wrong_pose.${poseOf(kind)}`) : t(`photo.${fault}`);
      },
      shotFailed: (error: unknown): string =>
        error instanceof ShotError ? t(`error.${error.fault}`) : t('error.unexpected'),
    }),
    [t, explainUpload],
  );
}

export type Words = ReturnType<typeof useWords>;
