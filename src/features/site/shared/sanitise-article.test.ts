// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { articleText } from './article-text'
import { articleNodes } from './sanitise-article'

const shown = (stored: string) => {
  const place = document.createElement('div')
  place.append(articleNodes(stored))
  return place.innerHTML
}

/** The server's text as a browser parses it. */
const asRead = (text: string) => {
  const place = document.createElement('div')
  place.innerHTML = text
  return place.innerHTML
}

const dot = 'data:image/png;base64,iVBORw0KGgo='

test('what an article is made of stays as it was written', () => {
  const article =
    '<h2>Acrylic</h2><p>Clear &amp; <strong>strong</strong>,<br>see <a href="/services/signs">signs</a>.</p>' +
    `<ol><li><p>First</p></li></ol><img src="${dot}" alt="A dot">`
  expect(shown(article)).toBe(article)
  expect(articleText(article)).toBe(article)
  expect(shown('<a href="https://example.com/a">there</a>')).toBe(
    '<a href="https://example.com/a" rel="noopener noreferrer">there</a>',
  )
})

test.each([
  ['a script', 'a<script>alert(1)</script>b', 'ab'],
  [
    'a handler',
    `<p onclick="alert(1)">a</p><img src="${dot}" onerror="alert(1)">`,
    `<p>a</p><img src="${dot}" alt="">`,
  ],
  ['a link that runs', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['a link that runs, with a blank in it', '<a href=" java\nscript:alert(1)">a</a>', '<a>a</a>'],
  ['a page in an address', '<a href="data:text/html,<b>a</b>">a</a>', '<a>a</a>'],
  ['an address of another host without its scheme', '<a href="//evil.example">a</a>', '<a>a</a>'],
  ['a picture from elsewhere', 'a<img src="https://evil.example/seen.png">', 'a'],
  ['a drawing with a script', 'a<img src="data:image/svg+xml;base64,PHN2Zz4=">', 'a'],
  ['a drawing', 'a<svg onload="alert(1)"><a href="/x">b</a></svg>', 'a'],
  ['a frame', 'a<iframe srcdoc="<script>alert(1)</script>"></iframe>', 'a'],
  ['a form', '<form action="https://evil.example"><input name="password">a</form>', 'a'],
  ['looks and names', '<p style="position:fixed" class="x" id="content">a</p>', '<p>a</p>'],
  ['an unknown element', '<custom-thing>a <em>b</em></custom-thing>', 'a <em>b</em>'],
])('%s of a stored article does not reach the page', (_, stored, expected) => {
  expect(shown(stored)).toBe(expected)
  expect(asRead(articleText(stored))).toBe(expected)
})

test('a text nested three thousand deep does not exhaust the stack, and what follows it is shown', () => {
  const deep = `${'<blockquote>'.repeat(3000)}a${'</blockquote>'.repeat(3000)}<p>b</p>`
  expect(shown(deep)).toMatch(/<p>b<\/p>$/)
})

test('no handler is parsed: a browser reports each one to the content policy', () => {
  const parse = vi.spyOn(DOMParser.prototype, 'parseFromString')
  expect(shown('<p onclick="alert(1)">Press</p>')).toBe('<p>Press</p>')
  expect(parse.mock.calls.map(([parsed]) => parsed)).toEqual(['<p >Press</p>'])
  parse.mockRestore()
})
