import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { highlightMentions, mentionBeingTyped, mentionedForSure, mentionedIn, suggestPeople } from './mention'
import { plainTextOf } from './task-description'

const people = [
  { userId: 'maria', name: 'Maria Vella', role: 'sales' },
  { userId: 'mark', name: 'Mark Borg', role: 'team_member' },
  { userId: 'other', name: 'Mark Żahra', role: 'accounts' },
  { userId: 'zoe', name: 'Zoë Ångström', role: 'admin' },
] as const

const named = (title: string, description = '') => mentionedIn({ title, description }, people)

describe('spec 2 §5: mentions are an at-sign followed by one or two words in the title and description', () => {
  test('spec 2 §5: matched by full name or first name, case-insensitively, whatever the accents', () => {
    expect(named('@maria vella and @ZOE')).toEqual(['maria', 'zoe'])
    expect(named('', '<p>ask @mark zahra</p>')).toEqual(['other'])
  })

  test('each person once, in order', () => expect(named('@Maria', '<p>@Zoë, @Maria</p>')).toEqual(['maria', 'zoe']))

  test('also across formatting, never across paragraphs', () => {
    expect(named('', '<p>@<strong>Mark</strong> Żahra</p>')).toEqual(['other'])
    expect(named('', '<p>@Mark</p><p>Żahra was here</p>')).toEqual(['mark', 'other'])
  })

  test('not in an e-mail address, an attribute or a lone at-sign', () => {
    expect(named('maria@maria.test @ @@', '<p><a href="mailto:a@Maria">write</a></p>')).toEqual([])
  })
})

describe('while typing', () => {
  test('the mention at the end of the text is known, with one or two words', () => {
    expect(['ask @', 'ask @Ma', 'ask @Mark Ż', '@Mark Żahra now', 'a@b', '@@'].map(mentionBeingTyped)).toEqual([
      '@',
      '@Ma',
      '@Mark Ż',
      null,
      null,
      null,
    ])
  })

  test('people are suggested by the start of a name', () => {
    const who = (typed: string) => suggestPeople(typed, people).map(({ userId }) => userId)
    expect([who('@'), who('@mar'), who('@zah'), who('@mark z'), who('@mark ')]).toEqual([
      ['maria', 'mark', 'other', 'zoe'],
      ['maria', 'mark', 'other'],
      ['other'],
      ['other'],
      [],
    ])
  })
})

test('spec 2 §5: while somebody types, who is meant is sure once only one person can bear the name', () => {
  const sure = (title: string, description = '') => mentionedForSure({ title, description }, people)
  expect([sure('@Maria'), sure('@Maria V'), sure('ask @Maria Vella'), sure('@Maria, please')]).toEqual([
    ['maria'],
    ['maria'],
    ['maria'],
    ['maria'],
  ])
  expect([sure('@Mark'), sure('@Mark B'), sure('@Mark Borg')]).toEqual([[], [], ['mark']])
  expect([sure('@Maria cuts it'), sure('@Mark cuts it'), sure('', '<p>@Mark Żahra</p><p>@Zoë</p>')]).toEqual([
    ['maria'],
    [],
    ['other', 'zoe'],
  ])
})

describe('highlighting', () => {
  test('spec 2 §3: marks the mention and whom it means', () => {
    expect(highlightMentions('<p>ask @Maria Vella &amp; co</p>', people)).toBe(
      '<p>ask <span class="mention" data-mention="maria">@Maria Vella</span> &amp; co</p>',
    )
  })

  const html = fc
    .array(
      fc.oneof(
        fc.constantFrom('<p>', '</p>', '<strong>', '</strong>', '@Maria ', '@mark żahra ', '&lt;', '&amp;', '&nbsp;'),
        fc
          .string({ maxLength: 8 })
          .map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
        fc.constant('<a href="https://example.com/?q=@Maria>">'),
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join(''))

  test('never changes what is read', () => {
    fc.assert(
      fc.property(html, (text) => {
        expect(plainTextOf(highlightMentions(text, people))).toBe(plainTextOf(text))
      }),
    )
  })

  test('twice is the same as once', () => {
    fc.assert(
      fc.property(html, (text) => {
        const once = highlightMentions(text, people)
        expect(highlightMentions(once, people)).toBe(once)
      }),
    )
  })

  test('touches no tag and no attribute', () => {
    const tags = (text: string) => text.match(/<[^>]*>/g)?.filter((tag) => !/^<\/?span\b/.test(tag)) ?? []
    fc.assert(
      fc.property(html, (text) => {
        expect(tags(highlightMentions(text, people))).toEqual(tags(text))
      }),
    )
  })
})
