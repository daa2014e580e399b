import { expect, test } from 'vitest'
import { mentionsIn } from './comment-mention'

const people = [
  { userId: 'maria', name: 'Maria Vella', role: 'sales' },
  { userId: 'mark', name: 'Mark Borg', role: 'team_member' },
  { userId: 'other', name: 'Mark Żahra', role: 'accounts' },
  { userId: 'rita', name: 'Rita Galea', role: 'account_manager' },
  { userId: 'anne', name: 'Anne Marie Borg', role: 'sales' },
  { userId: 'olivier', name: 'Anne Borg Olivier', role: 'sales' },
  { userId: 'harun', name: 'Ħarun Żammit', role: 'sales' },
] as const

const who = (text: string) =>
  mentionsIn(text, people).map(({ start, end, userIds }) => [text.slice(start, end), userIds])

test('a mention is an at-sign followed by a full or a first name, whatever its case', () => {
  expect(who('@maria vella, @MARIA and @Maria will know')).toEqual([
    ['@maria vella', ['maria']],
    ['@MARIA', ['maria']],
    ['@Maria', ['maria']],
  ])
})

test('spec 2 §5: accents make no difference', () => {
  expect(who('ask @mark zahra or @HARUN')).toEqual([
    ['@mark zahra', ['other']],
    ['@HARUN', ['harun']],
  ])
})

test('a first name of two people mentions both', () => expect(who('@Mark')).toEqual([['@Mark', ['mark', 'other']]]))

test('spec 2 §5: a name of three words means its bearer alone, and so does as much of it as nobody else has', () => {
  expect(who('@Anne Borg Olivier knows, @anne marie\u00a0borg too')).toEqual([
    ['@Anne Borg Olivier', ['olivier']],
    ['@anne marie\u00a0borg', ['anne']],
  ])
  expect(who('@Anne Borg, @Anne Marie and @Anne')).toEqual([
    ['@Anne Borg', ['olivier']],
    ['@Anne Marie', ['anne']],
    ['@Anne', ['anne', 'olivier']],
  ])
})

test('spec 2 §5: an e-mail address, a strange name and a lone at-sign mention nobody', () => {
  expect(who('maria@maria.test @@ @ @Nobody @Rita a@Mark')).toEqual([])
})
