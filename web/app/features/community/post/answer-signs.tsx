import { useMutation } from '@tanstack/react-query';
import { BookOpenCheck, Signature as SignatureIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Comment, Cosignature, Post } from '#contract/community/content.ts';
import { call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { useTermNames } from '#web/lib/term-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import card from '../feed/post-card.module.css';
import { newGuidePath } from '../parts/links.ts';
import styles from './post.module.css';
import { patchComment } from './use-post.ts';

interface Props {
  comment: Comment;
  post: Post;
}

/** The part below a signed answer, with its co-signers and the actions of practitioners and moderators. */
export default function AnswerSigns({ comment, post }: Props) {
  const { t } = useTranslation('community-guides');
  return (
    <>
      {comment.cosigned.map((signature) => (
        <CosignedBy key={`${signature.registration_number} ${signature.at}`} signature={signature} />
      ))}
      {(comment.can_cosign || post.can_moderate) && (
        <div className={card.acts}>
          {comment.can_cosign && <Cosign comment={comment} />}
          {post.can_moderate && (
            <LocalisedLink className={card.act} to={newGuidePath(post.channel.slug, comment.id)}>
              <Icon as={BookOpenCheck} size="s" />
              {t('fromAnswer')}
            </LocalisedLink>
          )}
        </div>
      )}
    </>
  );
}

function CosignedBy({ signature }: { signature: Cosignature }) {
  const { t } = useTranslation('community-guides');
  const { date } = useFormat();
  const { speciality: nameOf } = useTermNames();
  const { name, speciality, registration_body: body, registration_number: number, at, is_verified } = signature;
  return (
    <p className={styles.signed}>
      {t('cosigned', { name, speciality: nameOf(speciality), body, number, date: date(at) })}
      {!is_verified && <strong>{t('ended')}</strong>}
    </p>
  );
}

function Cosign({ comment: { id, post_id, version, cosigned } }: { comment: Comment }) {
  const { t } = useTranslation('community-guides');
  const errorText = useErrorText();
  const isCosigned = cosigned.some(({ is_mine }) => is_mine);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call.community.setCosigned({ comment_id: id, version, is_cosigned: !isCosigned }),
    onSuccess: (answer) => {
      patchComment(post_id, id, () => ({ cosigned: answer.cosigned }));
      toast({ kind: 'success', title: t(isCosigned ? 'cosign.withdrawn' : 'cosign.done') });
    },
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <button type="button" className={card.act} disabled={isPending} onClick={() => mutate()}>
      <Icon as={SignatureIcon} size="s" />
      {t(isCosigned ? 'cosign.withdraw' : 'cosign')}
    </button>
  );
}
