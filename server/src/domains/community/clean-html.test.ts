import { Parser } from 'htmlparser2';
import { beforeAll, describe, expect, test } from 'vitest';
import { aChannel, aComment, aPost, aRegular, handleOf } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { cleanHtml, videoOf } from './clean-html.ts';

/**
 * Returns attacks that put a script in places where a browser would run it. They combine tags, attributes, URL schemes
 * and ways to disguise them.
 */
function attacks(): string[] {
  const run = 'alert(1)';
  const handlers = [
    'onerror',
    'onload',
    'onclick',
    'onfocus',
    'onmouseover',
    'onanimationstart',
    'ontoggle',
    'onpointerdown',
    'onbeforeinput',
  ];
  const tags = [
    'img',
    'svg',
    'a',
    'p',
    'div',
    'span',
    'body',
    'video',
    'audio',
    'details',
    'input',
    'iframe',
    'math',
    'object',
    'table',
    'td',
    'style',
    'marquee',
  ];
  const schemes = [
    'javascript:',
    'JaVaScRiPt:',
    ' javascript:',
    'java\tscript:',
    'java\nscript:',
    '&#106;avascript:',
    '&#x6A;avascript:',
    'javascript&colon;',
    'vbscript:',
    'data:text/html,',
    'data:image/svg+xml,',
    '\u0001javascript:',
    '//evil.example/',
    'feed:javascript:',
  ];
  const places: ((address: string) => string)[] = [
    (address) => `<a href="${address}${run}">x</a>`,
    (address) => `<a href='${address}${run}'>x</a>`,
    (address) => `<a href=${address}${run}>x</a>`,
    (address) => `<img src="${address}${run}">`,
    (address) => `<form action="${address}${run}"><button>x</button></form>`,
    (address) => `<iframe src="${address}${run}"></iframe>`,
    (address) => `<object data="${address}${run}"></object>`,
    (address) => `<svg><a xlink:href="${address}${run}"><text>x</text></a></svg>`,
    (address) => `<div data-video="${address}${run}"></div>`,
    (address) => `<p style="background:url('${address}${run}')">x</p>`,
    (address) => `<meta http-equiv="refresh" content="0;url=${address}${run}">`,
    (address) => `<base href="${address}">`,
  ];
  const written = [
    '<script>alert(1)</script>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<script/src=//evil.example/x.js>',
    '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
    '<template><img src=x onerror=alert(1)></template>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<img src="x` `<script>alert(1)</script>"` `>',
    '<a href="x"onclick=alert(1)>x</a>',
    '<p id="getElementById">x</p>',
    '<form id=x><input name=parentNode></form>',
    '<img name=body>',
    '<link rel=stylesheet href=//evil.example>',
    '<style>@import "//evil.example"</style>',
    '&lt;img src=x onerror=alert(1)&gt;',
    '<img src=/community-assets/../rpc/x>',
    '<img src="/community-assets/posts/a.jpg?x" srcset="//evil.example 1x">',
    '<p>'.repeat(5000),
    '<'.repeat(500),
    '<table><tr><td colspan="999999999">x</td></tr></table>',
    "<div data-video='youtube:\"><img src=x onerror=alert(1)>'></div>",
    '<span data-mention=\'x" onclick="alert(1)\'>x</span>',
    '<a href="/x" target="_top" rel="opener">x</a>',
    '<a href="https://evil.example" ping="//evil.example">x</a>',
  ];
  return [
    ...written,
    ...tags.flatMap((tag) =>
      handlers.flatMap((handler) => [
        `<${tag} ${handler}=${run}>`,
        `<${tag}/${handler}="${run}">x</${tag}>`,
        `<${tag.toUpperCase()} x="" ${handler}\n=\n'${run}'>`,
      ]),
    ),
    ...schemes.flatMap((scheme) => places.map((place) => place(scheme))),
  ];
}

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  ul: [],
  ol: [],
  li: [],
  blockquote: [],
  h2: [],
  h3: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  a: ['href', 'rel', 'target'],
  img: ['src', 'alt', 'width', 'height'],
  span: ['data-mention'],
  div: ['data-video'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

/** Returns the forbidden parts of a cleaned text. They are found by a parser, not by a pattern. */
function dangers(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const allowed = ALLOWED[name];
      if (!allowed) found.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (!allowed?.includes(attribute)) found.push(`${name}[${attribute}]`);
        if (attribute === 'href' && !/^(https?:\/\/|mailto:|\/(?!\/))/.test(value)) found.push(`href ${value}`);
        if (attribute === 'src' && !/^\/community-assets\/posts\/[\w.-]+$/.test(value)) found.push(`src ${value}`);
        if (attribute === 'data-video' && !/^(youtube|vimeo|dailymotion):[\w-]+$/.test(value))
          found.push(`video ${value}`);
        if (attribute === 'data-mention' && !/^[a-z0-9_]+$/.test(value)) found.push(`mention ${value}`);
      }
      if (name === 'a' && attributes.href?.startsWith('http') && attributes.rel !== 'nofollow ugc noopener')
        found.push('rel');
    },
    oncomment: () => void found.push('comment'),
    onprocessinginstruction: () => void found.push('instruction'),
  });
  parser.end(html);
  return found;
}

test('trust 21: no attack survives, and cleaning twice changes nothing', () => {
  const all = attacks();
  expect(all.length).toBeGreaterThan(600);
  for (const attack of all) {
    const { html } = cleanHtml(attack);
    expect([attack.slice(0, 120), dangers(html)]).toEqual([attack.slice(0, 120), []]);
    expect(cleanHtml(html).html).toBe(html);
  }
});

test('the check of this test recognises each kind of dangerous HTML', () => {
  for (const bad of [
    '<script>x</script>',
    '<p onclick=x>',
    '<a href="javascript:x">x</a>',
    '<img src="//evil.example">',
    '<!-- x -->',
  ])
    expect(dangers(bad)).not.toEqual([]);
});

test('cleaning does not change text that the editor makes', () => {
  const text =
    '<h2>Day four</h2><p>A <strong>b</strong> <em>i</em> <u>u</u> <s>s</s><br />next</p><ul><li>one</li></ul><ol><li>two</li></ol><blockquote><p>said</p></blockquote>' +
    '<table><tbody><tr><th>Day</th><td colspan="2">3</td></tr></tbody></table><p><span data-mention="marion_k">@marion_k</span></p>' +
    '<img src="/community-assets/posts/a-1-b.jpg" alt="My cheek" width="640" height="480" /><div data-video="youtube:dQw4w9WgXcQ"></div>';
  const { html, images, mentions, removed } = cleanHtml(text);
  expect(html).toBe(text);
  expect({ images, mentions, removed }).toEqual({ images: ['posts/a-1-b.jpg'], mentions: ['marion_k'], removed: [] });
  expect(cleanHtml('<b>b</b><i>i</i><h1>t</h1>').html).toBe('<strong>b</strong><em>i</em><h2>t</h2>');
  expect(cleanHtml('<a href="https://a.example/x?y=1&z=2">x</a>').html).toBe(
    '<a href="https://a.example/x?y=1&amp;z=2" rel="nofollow ugc noopener" target="_blank">x</a>',
  );
  expect(cleanHtml('<a href="/community/t/peeling">x</a>').html).toBe('<a href="/community/t/peeling">x</a>');
});

test('the check of HTML requires a row and a cell in a table, recognises an empty text, and names the removed parts', () => {
  expect(cleanHtml('<table></table>').isEmpty).toBe(true);
  expect(cleanHtml('<table><tbody><tr></tr></tbody></table><p> </p>').isEmpty).toBe(true);
  expect(cleanHtml('<p><br></p>').isEmpty).toBe(true);
  expect(cleanHtml('<table><tr><td>1</td></tr></table>').html).toBe('<table><tr><td>1</td></tr></table>');
  expect(cleanHtml('<video></video><p>x</p><script>1</script>').removed).toEqual(['video', 'script']);
  // Names of built-in properties of JavaScript objects, such as `constructor`, are not allowed as tags.
  expect(cleanHtml('<constructor>x</constructor>').removed).toEqual(['constructor']);
});

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'youtube:dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ', 'youtube:dQw4w9WgXcQ'],
  ['https://vimeo.com/123456789', 'vimeo:123456789'],
  ['https://www.dailymotion.com/video/x8abcd', 'dailymotion:x8abcd'],
  ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', null],
  ['https://evil.example/?https://youtu.be/dQw4w9WgXcQ', null],
  ['javascript:https://youtu.be/dQw4w9WgXcQ', null],
  ['http://youtu.be/dQw4w9WgXcQ', null],
])('the video at %s is stored as %s', (address, film) => expect(videoOf(address)).toBe(film));

describe('a cleaned text', () => {
  let world: World;
  let author: SignedIn;
  beforeAll(async () => {
    world = await aWorld();
    author = await aRegular(world);
    return () => world[Symbol.asyncDispose]();
  });

  test('a cleaned text contains nothing that runs in post, edit, preview, comment, search, mail and notifications', async () => {
    const nasty =
      '<p>findword ok<img src=x onerror=alert(1)><script>alert(1)</script><a href="javascript:alert(1)">link</a></p>';
    const title = '<img src=x onerror=alert(1)> findword';
    const browser = world.browserOf(author);
    const { channel_id } = await aChannel(world, author, { name: '<script>alert(1)</script> Rooms' });
    const post_id = await aPost(world, author, channel_id, { title, body: nasty });
    const { json } = await browser.post('/rpc/get_post', { post_id });
    expect(dangers(json.post.body)).toEqual([]);
    expect(json.post.body).toContain('findword ok');
    expect(
      (
        await browser.post('/rpc/edit_post', {
          post_id,
          version: 1,
          title,
          body: `${nasty}<svg onload=alert(1)>`,
          tags: [],
        })
      ).status,
    ).toBe(200);
    expect(dangers((await browser.post('/rpc/get_post', { post_id })).json.post.body)).toEqual([]);
    expect(dangers((await browser.post('/rpc/preview_text', { body: nasty })).json.body)).toEqual([]);
    const fan = await aRegular(world);
    await world
      .browserOf(fan)
      .post('/rpc/update_my_profile', { handle: 'fan_x', display_name: '<img src=x onerror=alert(1)>' });
    const comment = await aComment(world, fan, post_id, { body: `${nasty} @${await handleOf(world, author)}` });
    expect(dangers(comment.body)).toEqual([]);
    const found = (await browser.post('/rpc/search_community', { q: 'findword' })).json;
    for (const text of [found.posts.rows[0].title_snippet, found.posts.rows[0].snippet, found.comments.rows[0].snippet])
      expect(text.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>]/);
    expect(found.posts.rows[0].title_snippet).toContain('<mark>findword</mark>');
    const mails = await world.mails();
    expect(mails.length).toBeGreaterThan(0);
    for (const { html } of mails) expect(html).not.toMatch(/<img|<script|findword/);
    const news = (await browser.post('/rpc/list_notifications')).json;
    expect(news.rows.map(({ subject }: { subject: string }) => subject)).toContain(title);
  });

  test('trust 21: a text shows neither another person’s picture nor one from another site', async () => {
    const { channel_id } = await aChannel(world, author);
    await expect(
      aPost(world, author, channel_id, { body: '<p>x</p><img src="/community-assets/posts/somebody-1-else.jpg">' }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    const post_id = await aPost(world, author, channel_id, {
      body: '<p>x</p><img src="https://evil.example/pixel.gif">',
    });
    expect((await world.browserOf(author).post('/rpc/get_post', { post_id })).json.post.body).toBe('<p>x</p>');
  });
});
