import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useOpenHere } from '#web/lib/use-open-here.ts';
import { Initials, Letter } from '../parts/letter.tsx';
import { channelPath, commentPath, personPath, postPath } from '../parts/links.ts';
import { useShownLanguages } from '../reading/shown-languages.ts';
import { useTyped } from '#web/lib/use-typed.ts';
import { Snippet } from './snippet.tsx';
import styles from './quick-results.module.css';

const few = 3;

interface Props {
  text: string;
  input: RefObject<HTMLInputElement | null>;
}

/** The first results, shown below the field while the person types. Enter and the last line open all results. */
export default function QuickResults({ text, input }: Props) {
  const { t } = useTranslation('community');
  const box = useRef<HTMLDivElement>(null);
  const isOpen = useOpen(input, box) && text.trim().length > 1;
  const q = useTyped(text.trim(), 150);
  const languages = useShownLanguages();
  const { data } = useQuery(
    api.community.searchCommunity.queryOptions({
      input: { q, kind: 'all', languages, limit: few },
      enabled: isOpen && q.length > 1,
      placeholderData: keepPreviousData,
      staleTime: 30_000,
    }),
  );
  if (!isOpen || !data) return null;
  const { channels, people, posts, comments } = data;
  const count = [channels, people, posts, comments].reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div ref={box} className={styles.box}>
      <p role="status" className="visually-hidden">
        {count > 0 ? t('search.count', { count }) : t('search.none', { q })}
      </p>
      <Group title={t('search.kind.channels')}>
        {channels.rows.map(({ id, slug, name, icon_url, name_snippet }) => (
          <Line key={id} to={channelPath(slug)} sign={<Letter name={name} url={icon_url} />} note={`fl@${slug}`}>
            <Snippet text={name_snippet} />
          </Line>
        ))}
      </Group>
      <Group title={t('search.kind.people')}>
        {people.rows.map(({ person, name_snippet }) => (
          <Line
            key={person.id}
            to={personPath(person.handle)}
            sign={<Initials name={person.display_name} />}
            note={`@${person.handle}`}
          >
            <Snippet text={name_snippet} />
          </Line>
        ))}
      </Group>
      <Group title={t('search.kind.posts')}>
        {posts.rows.map(({ post, title_snippet }) => (
          <Line key={post.id} to={postPath(post.id)} note={`fl@${post.channel.slug}`}>
            <bdi lang={post.lang ?? undefined}>
              <Snippet text={title_snippet} />
            </bdi>
          </Line>
        ))}
      </Group>
      <Group title={t('search.kind.comments')}>
        {comments.rows.map(({ comment_id, post_id, snippet, lang, post_title, post_lang }) => (
          <Line
            key={comment_id}
            to={commentPath(post_id, comment_id)}
            note={<bdi lang={post_lang ?? undefined}>{post_title}</bdi>}
          >
            <bdi lang={lang ?? undefined}>
              <Snippet text={snippet} />
            </bdi>
          </Line>
        ))}
      </Group>
      {count === 0 && <p className={styles.none}>{t('search.none', { q })}</p>}
      <LocalisedLink to={`/community/search?q=${encodeURIComponent(q)}`} className={styles.all}>
        {t('search.allResults', { q })}
      </LocalisedLink>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <p className={styles.title} aria-hidden="true">
        <bdi>{title}</bdi>
      </p>
      <ul>{children}</ul>
    </section>
  );
}

interface LineProps {
  to: string;
  sign?: ReactNode;
  note: ReactNode;
  children: ReactNode;
}

const Line = ({ to, sign, note, children }: LineProps) => (
  <li>
    <LocalisedLink to={to} className={styles.line}>
      {sign}
      <span className={styles.words}>{children}</span>
      <span className={styles.note}>{note}</span>
    </LocalisedLink>
  </li>
);

/**
 * Whether the list is open. It is open while the field or the list has the focus. The arrow keys move through both.
 * Escape and a choice close the list, and Escape returns the focus to the field.
 */
function useOpen(input: RefObject<HTMLInputElement | null>, box: RefObject<HTMLDivElement | null>): boolean {
  const [isOpen, setOpen] = useOpenHere(true);

  useEffect(() => {
    const field = input.current;
    const form = field?.closest('search');
    if (!field || !form) return;
    const walk = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      if (event.key === 'Escape' && box.current) {
        event.preventDefault();
        field.focus();
        setOpen(false);
      }
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      const stops: HTMLElement[] = [field, ...(box.current?.querySelectorAll('a') ?? [])];
      const at = stops.indexOf(document.activeElement as HTMLElement);
      const next = stops[(at + (event.key === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length];
      if (stops.length === 1 || !next) return;
      event.preventDefault();
      next.focus();
    };
    const leave = (event: FocusEvent) => {
      if (!form.contains(event.relatedTarget as Node | null)) setOpen(false);
    };
    // A press on the list keeps the focus in the field. Safari does not focus a pressed link, so the list would close
    // before the release.
    const press = (event: MouseEvent) => {
      if (box.current?.contains(event.target as Node)) event.preventDefault();
    };
    const open = () => setOpen(true);
    const end = new AbortController();
    form.addEventListener('keydown', walk, end);
    form.addEventListener('focusout', leave, end);
    form.addEventListener('mousedown', press, end);
    field.addEventListener('input', open, end);
    field.addEventListener('click', open, end);
    return () => end.abort();
  }, [input, box, setOpen]);

  return isOpen;
}
