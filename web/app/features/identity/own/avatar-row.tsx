import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyDetails } from '#contract/account.ts';
import { api } from '#web/lib/api.ts';
import { photoTypes } from '#web/lib/picture-kind.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { CropDialog } from './crop-dialog.tsx';
import styles from './own.module.css';
import { useKeepDetails } from './use-details.ts';

/** Shows the account's photo, or the first letter of the name, and the buttons to change or remove it. */
export function AvatarRow({ details }: { details: MyDetails }) {
  const { t } = useTranslation('account');
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const keep = useKeepDetails();
  const errorText = useErrorText();
  const remove = useMutation(
    api.account.removeMyAvatar.mutationOptions({
      onSuccess: (changed) => {
        keep(changed);
        toast({ kind: 'info', title: t('profile.picture.removed') });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return (
    <Row gap={20} rowGap={16} align="center" wrap>
      <span className={styles.face}>
        <Avatar url={details.avatar_url} alt={t('profile.picture.alt')}>
          <span aria-hidden="true">{details.first_name.charAt(0)}</span>
        </Avatar>
      </span>
      <Row gap={12} rowGap={8} align="center" wrap>
        <input
          ref={input}
          type="file"
          accept={photoTypes}
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t('profile.picture.choose')}
          onChange={(event) => {
            setFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button size="s" onClick={() => input.current?.click()}>
          {t(details.avatar_url ? 'profile.picture.other' : 'profile.picture.choose')}
        </Button>
        {details.avatar_url && (
          <Button size="s" variant="quiet" busy={remove.isPending} onClick={() => remove.mutate({})}>
            {t('profile.picture.remove')}
          </Button>
        )}
      </Row>
      {file && <CropDialog file={file} onClose={() => setFile(undefined)} onDone={keep} />}
    </Row>
  );
}
