import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutHandlers } from './inert-markup'

test.each([
  ['<img src=x onerror="a()">', '<img src=x >'],
  ['<img src=x onerror=\'a(">")\' alt=y>', '<img src=x  alt=y>'],
  ['<svg/onload=a()>x', '<svg/>x'],
  ['<p ONCLICK = a title="on time">turn on=off</p>', '<p  title="on time">turn on=off</p>'],
  ['<p onclick>x', '<p >x'],
  ['<img onerror="never closed', '<img '],
  ['<a title="<img src=x onerror=a()>">x</a>', '<a title="<img src=x >">x</a>'],
  ['1 < 2 on=3, <3 on=4', '1 < 2 on=3, <3 on=4'],
])('%s', (html, kept) => expect(withoutHandlers(html)).toBe(kept))

test('text without tags and tags without handlers stay as they are', () => {
  const name = fc.constantFrom('href', 'class', 'data-list', 'title', 'month')
  const value = fc.string().map((text) => text.replaceAll(/["<]/g, ''))
  const tag = fc
    .tuple(fc.constantFrom('p', 'a', 'img', 'li'), fc.array(fc.tuple(name, value)))
    .map(([tag, parts]) => `<${tag}${parts.map(([key, text]) => ` ${key}="${text}"`).join('')}>`)
  const plain = fc.string().map((text) => text.replaceAll('<', '&lt;'))
  fc.assert(
    fc.property(fc.array(fc.oneof(tag, plain)), (parts) => {
      expect(withoutHandlers(parts.join(''))).toBe(parts.join(''))
    }),
  )
})

test('a handler goes wherever it stands, and long markup takes no long time', () => {
  const quoted = fc.constantFrom('=x()', '="x(\'\')"', "='x()'", ' = x()', '')
  fc.assert(
    fc.property(quoted, fc.nat(5), (value, before) => {
      const html = `<b${' a="1"'.repeat(before)} onfocus${value} c>`
      expect(withoutHandlers(html)).toBe(`<b${' a="1"'.repeat(before)}  c>`)
    }),
  )
  expect(withoutHandlers(`${'<a/b='.repeat(20_000)} onclick=x>`).includes('onclick')).toBe(false)
})
