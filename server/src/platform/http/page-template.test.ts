import { expect, test } from 'vitest';
import { type PageData, parseTemplate } from './page-template.ts';

const fill = (body: string, data: PageData): string => {
  const filled = parseTemplate(`<!DOCTYPE html><html><head></head><body>${body}</body></html>`)?.(data);
  return /<body>(.*)<\/body>/s.exec(filled ?? '')?.[1] ?? '';
};

test('a page without marks is not a template', () => {
  expect(parseTemplate('<p>data-fill is a word here</p>')).toBeNull();
});

test('a page that React takes over is sent as it was built, except that its first view is filled', () => {
  const script = '<script>window.__reactRouterContext = {"a":"<b>"};</script>';
  expect(parseTemplate(`<span data-fill="x">?</span>${script}`)).toBeNull();
  const view = '<first-view data-if="posts"><ul data-each="posts"><li data-fill="title"></li></ul></first-view>';
  const react = `<span class="spinner" role="status"></span>${script}`;
  expect(fill(view + react, {})).toBe(react);
  expect(fill(view + react, { posts: [{ title: '<i>' }] })).toBe(
    `<first-view><ul><li>&lt;i&gt;</li></ul></first-view>${react}`,
  );
});

test('text, attributes and lists are filled in; marks and comments are not sent', () => {
  const list =
    '<ul data-each="people"><li><!-- -->Dr <b data-fill="name">X</b><a data-put="href:link" class="c">see</a></li></ul>';
  expect(
    fill(list, {
      people: [
        { name: 'Ada', link: '/a' },
        { name: 'Bo', link: '/b' },
      ],
    }),
  ).toBe(
    '<ul><li>Dr <b>Ada</b><a class="c" href="/a">see</a></li><li>Dr <b>Bo</b><a class="c" href="/b">see</a></li></ul>',
  );
  expect(fill('<i data-each="tags"><b data-fill="."></b></i>', { tags: ['x', 'y'] })).toBe('<i><b>x</b><b>y</b></i>');
});

test('inside a list a value of the entry precedes a value of the page with the same name', () => {
  const html = '<ul data-each="rows"><li><i data-fill="name">?</i><u data-fill="unit">?</u></li></ul>';
  expect(fill(html, { name: 'page', unit: 'km', rows: [{ name: 'row' }] })).toBe(
    '<ul><li><i>row</i><u>km</u></li></ul>',
  );
});

test('data-if and data-unless remove an element, or show an element that was hidden', () => {
  const html = '<p data-if="list">full</p><p hidden="" data-unless="list">empty</p>';
  expect(fill(html, { list: [1] })).toBe('<p>full</p>');
  expect(fill(html, { list: [] })).toBe('<p>empty</p>');
});

test('no filled-in value can become markup, script or a dangerous address', () => {
  const bad = '"><script>alert(1)</script>&';
  const html =
    '<p data-fill="bad" data-put="title:bad"></p><a data-put="href:link">x</a><script type="application/ld+json" data-json="bad"></script>';
  expect(fill(html, { bad, link: 'javascript:alert(1)' })).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;">"&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;</p><a>x</a>' +
      '<script type="application/ld+json">"\\">\\u003cscript>alert(1)\\u003c/script>&"</script>',
  );
  expect(fill('<a data-put="href:link">x</a>', { link: ' JavaScript:alert(1)' })).toBe('<a>x</a>');
});

test('an element without a value stays as it was built, and boolean attributes are set or removed', () => {
  expect(fill('<b data-fill="unknown">built</b>', {})).toBe('<b>built</b>');
  const option = '<select><option data-put="selected:is_on" value="1">a</option></select>';
  expect(fill(option, { is_on: true })).toBe('<select><option value="1" selected="">a</option></select>');
  expect(fill(option, { is_on: false })).toBe('<select><option value="1">a</option></select>');
});

test('void elements and SVG drawings are written as they were read', () => {
  const html =
    '<svg viewBox="0 0 4 4"><circle data-put="cx:x" cy="2"></circle></svg><input data-put="value:x"><img data-if="x" src="/a.png">';
  expect(fill(html, { x: 3 })).toBe(
    '<svg viewBox="0 0 4 4"><circle cy="2" cx="3"></circle></svg><input value="3"><img src="/a.png">',
  );
});
