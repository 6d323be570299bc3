import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { api } from '#web/lib/api.ts';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { useTyped } from '#web/lib/use-typed.ts';
import styles from './write.module.css';

interface Props {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}

const same = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase();

/**
 * The tags of a post. Enter or a comma adds a tag, and Backspace in an empty field removes the last tag. Known tags are
 * suggested while the person types.
 */
export function TagsField({ tags, onChange }: Props) {
  const { t } = useTranslation('community');
  const [text, setText] = useState('');
  const list = useId();
  const search = useTyped(text.trim());
  const { data = [] } = useQuery(
    api.community.suggestTags.queryOptions({ input: { search }, enabled: search.length > 0, staleTime: 60_000 }),
  );
  const isFull = tags.length >= CommunityLimits.tags_max;

  const add = (words: string) => {
    const tag = words.replaceAll(/[#,]/g, ' ').trim().slice(0, CommunityLimits.tag_max);
    setText('');
    if (/[\p{L}\p{N}]/u.test(tag) && !isFull && !tags.some((one) => same(one, tag))) onChange([...tags, tag]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '') onChange(tags.slice(0, -1));
  };

  return (
    <Field label={t('write.tags')} optional hint={t('write.tags.hint', { max: CommunityLimits.tags_max })}>
      {(wiring) => (
        <Row gap={6} align="center" wrap className={styles.tags}>
          {tags.map((tag) => (
            <button
              key={tag}
              type="button"
              className={styles.tag}
              aria-label={t('write.tags.remove', { tag })}
              onClick={() => onChange(tags.filter((one) => one !== tag))}
            >
              #{tag}
              <Icon as={X} size="s" />
            </button>
          ))}
          <input
            {...wiring}
            list={list}
            value={text}
            readOnly={isFull}
            maxLength={CommunityLimits.tag_max}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => add(text)}
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
