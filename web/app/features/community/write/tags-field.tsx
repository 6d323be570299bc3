import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { api } from '#web/lib/api.ts';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { isComposing } from '#web/lib/is-composing.ts';
import { useTyped } from '#web/lib/use-typed.ts';
import { useTypedWord } from '../parts/use-typed-word.ts';
import styles from './write.module.css';

interface Props {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}

/** Returns the tag of a typed text, or an empty text if the text has no letter and no digit. */
function tagOf(text: string): string {
  const tag = text.replaceAll(/[#,]/g, ' ').trim().slice(0, CommunityLimits.tag_max);
  return /[\p{L}\p{N}]/u.test(tag) ? tag : '';
}

/**
 * The tags of a post. Enter or a comma adds a tag, and Backspace in an empty field removes the last tag. Known tags are
 * suggested while the person types.
 */
export function TagsField({ tags, onChange }: Props) {
  const { t } = useTranslation('community');
  const { text, settled, type, drop, settle } = useTypedWord({
    words: tags,
    onChange,
    wordOf: tagOf,
    separator: /, */,
    most: CommunityLimits.tags_max,
  });
  const list = useId();
  const search = useTyped(text.trim());
  const { data = [] } = useQuery(
    api.community.suggestTags.queryOptions({ input: { search }, enabled: search.length > 0, staleTime: 60_000 }),
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      settle();
    } else if (event.key === 'Backspace' && text === '') drop(settled.at(-1));
  };

  return (
    <Field label={t('write.tags')} optional hint={t('write.tags.hint', { max: CommunityLimits.tags_max })}>
      {(wiring) => (
        <Row gap={6} align="center" wrap className={styles.tags}>
          {settled.map((tag) => (
            <button
              key={tag}
              type="button"
              className={styles.tag}
              aria-label={t('write.tags.remove', { tag })}
              onClick={() => drop(tag)}
            >
              #{tag}
              <Icon as={X} size="s" />
            </button>
          ))}
          <input
            {...wiring}
            list={list}
            value={text}
            readOnly={settled.length >= CommunityLimits.tags_max}
            maxLength={CommunityLimits.tag_max}
            onChange={(event) => type(event.target.value, (event.nativeEvent as InputEvent).isComposing)}
            onCompositionEnd={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <datalist id={list}>
            {data.map(({ tag, title }) => (
              <option key={tag}>{title}</option>
            ))}
          </datalist>
        </Row>
      )}
    </Field>
  );
}
