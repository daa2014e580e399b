import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canBeAdded, commentTime, saysNothing, shortUrl, urlsIn } from './comment'

test('spec 2 §5: long URLs in comments are shortened to 47 characters plus an ellipsis when longer than 50', () => {
  const url = (length: number) => 'https://example.com/'.padEnd(length, 'x')
  expect(shortUrl(url(50))).toBe(url(50))
  expect(shortUrl(url(51))).toBe(`${url(47)}…`)
})

test('an address ends before the punctuation of its sentence', () => {
  expect(urlsIn('See https://a.test/x, (http://b.test/y?z=1).').map(({ url }) => url)).toEqual([
    'https://a.test/x',
    'http://b.test/y?z=1',
  ])
})

test('spec 2 §5: a comment cannot be added when the text is empty after trimming and no files are attached', () => {
  for (const html of [
    '',
    ' ',
    '<p></p>',
    '<p><br></p>',
    '<p>&nbsp;</p>',
    '<p>\u200b \u00a0</p>',
    '<ul><li></li></ul>',
    '<p>\u0000</p>',
  ]) {
    expect([html, canBeAdded({ html, files: 0 }), canBeAdded({ html, files: 1 })]).toEqual([html, false, true])
  }
  for (const html of ['<p>.</p>', '<p><img src="data:image/png;base64,AAAA" alt=""></p>']) {
    expect([html, canBeAdded({ html, files: 0 })]).toEqual([html, true])
  }
})

test('white space of every length still says nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(' ', '\t', '\n', '&nbsp;', '<p>', '</p>', '<br>', '\u2060')), (parts) =>
      saysNothing(parts.join('')),
    ),
  )
})

const now = Date.parse('2026-11-20T12:00:00Z')
const day = 86_400
const ago = (seconds: number) => commentTime(new Date(now - seconds * 1000).toISOString(), now)

describe('spec 2 §9: relative time in comments', () => {
  test.each([
    [-600, 'Just now'],
    [59, 'Just now'],
    [60, '1 minute ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [day - 1, '23 hours ago'],
    [day, '1 day ago'],
    [7 * day - 1, '6 days ago'],
    [7 * day, '1 week ago'],
    [30 * day - 1, '4 weeks ago'],
    [30 * day, '1 month ago'],
    [365 * day - 1, '12 months ago'],
    [365 * day, '1 year ago'],
    [1000 * day, '2 years ago'],
  ])('%i seconds: %s', (seconds, words) => expect(ago(seconds)).toBe(words))

  test('a time that cannot be read is just now', () => expect(commentTime('soon', now)).toBe('Just now'))
})
