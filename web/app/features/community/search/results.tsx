import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Api } from '#web/lib/api.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useTermNames } from '#web/lib/term-names.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Author } from '../parts/author.tsx';
import { Initials, Letter } from '../parts/letter.tsx';
import { channelPath, commentPath, personPath, postPath } from '../parts/links.ts';
import { JoinButton } from '../channel/join-button.tsx';
import { Snippet } from './snippet.tsx';
import card from '../feed/post-card.module.css';
import styles from './search.module.css';

type Found = Awaited<ReturnType<Api['community']['searchCommunity']>>;
type Rows<K extends Exclude<keyof Found, 'suggestion'>> = Found[K]['rows'];

interface GroupProps {
  kind: 'posts' | 'comments' | 'channels' | 'people';
  /**
   * True if the page shows only one kind of results. The title of this kind is then left out, because it would repeat
   * the page's title.
   */
  isAlone: boolean;
  children: ReactNode;
}

function Group({ kind, isAlone, children }: GroupProps) {
  const { t } = useTranslation('community');
  const [params] = useSearchParams();
  const more = new URLSearchParams(params);
  more.set('kind', kind);
  return (
    <section aria-label={t(`search.kind.${kind}`)}>
      {!isAlone && (
        <h2 className={styles.groupTitle}>
          <LocalisedLink to={`/community/search?${more}`}>{t(`search.kind.${kind}`)}</LocalisedLink>
        </h2>
      )}
      <ul className={styles.sheet}>{children}</ul>
    </section>
  );
}

export function PostResults({ posts, isAlone }: { posts: Rows<'posts'>; isAlone: boolean }) {
  return (
    <Group kind="posts" isAlone={isAlone}>
      {posts.map(({ post, title_snippet, snippet }) => (
        <li key={post.id} className={styles.row}>
          <Row as="p" gap={10} rowGap={4} align="center" wrap className={card.by}>
            <span>fl@{post.channel.slug}</span>
            <Author person={post.author} />
            <Ago moment={post.created_at} />
          </Row>
          <h3 className={styles.title}>
            <LocalisedLink to={postPath(post.id)}>
              <bdi lang={post.lang ?? undefined}>
                <Snippet text={title_snippet} />
              </bdi>
            </LocalisedLink>
          </h3>
          <p className={styles.snippet} lang={post.lang ?? undefined} dir="auto">
            <Snippet text={snippet} />
          </p>
        </li>
      ))}
    </Group>
  );
}

export function CommentResults({ comments, isAlone }: { comments: Rows<'comments'>; isAlone: boolean }) {
  return (
    <Group kind="comments" isAlone={isAlone}>
      {comments.map((found) => (
        <li key={found.comment_id} className={styles.row}>
          <Row as="p" gap={10} rowGap={4} align="center" wrap className={card.by}>
            <span>fl@{found.channel.slug}</span>
            <Author person={found.author} />
            <Ago moment={found.created_at} />
          </Row>
          <p className={styles.snippet} lang={found.lang ?? undefined} dir="auto">
            <LocalisedLink to={commentPath(found.post_id, found.comment_id)}>
              <Snippet text={found.snippet} />
            </LocalisedLink>
          </p>
          <p className="micro muted">
            <bdi lang={found.post_lang ?? undefined}>{found.post_title}</bdi>
          </p>
        </li>
      ))}
    </Group>
  );
}

export function ChannelResults({ channels, isAlone }: { channels: Rows<'channels'>; isAlone: boolean }) {
  return (
    <Group kind="channels" isAlone={isAlone}>
      {channels.map((channel) => (
        <Row as="li" key={channel.id} gap={12} align="center" wrap className={styles.line}>
          <Letter name={channel.name} url={channel.icon_url} size="l" />
          <div className={styles.words}>
            <h3 className={styles.title}>
              <LocalisedLink to={channelPath(channel.slug)}>
                <Snippet text={channel.name_snippet} />
              </LocalisedLink>
            </h3>
            <p className="micro muted">fl@{channel.slug}</p>
          </div>
          {channel.kind === 'community' && <JoinButton channel={channel} />}
        </Row>
      ))}
    </Group>
  );
}

export function PersonResults({ people, isAlone }: { people: Rows<'people'>; isAlone: boolean }) {
  const { speciality } = useTermNames();
  return (
    <Group kind="people" isAlone={isAlone}>
      {people.map(({ person, name_snippet }) => (
        <Row as="li" key={person.id} gap={12} align="center" wrap className={styles.line}>
          <Initials name={person.display_name} size="l" />
          <div className={styles.words}>
            <h3 className={styles.title}>
              <LocalisedLink to={personPath(person.handle)}>
                <Snippet text={name_snippet} />
              </LocalisedLink>
            </h3>
            <p className="micro muted">
              @{person.handle}
              {person.practitioner && ` · ${speciality(person.practitioner.speciality)}`}
            </p>
          </div>
        </Row>
      ))}
    </Group>
  );
}
