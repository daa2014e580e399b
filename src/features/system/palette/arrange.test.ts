import { describe, expect, test } from 'vitest'
import { arrange } from './arrange'
import type { PaletteItem } from './palette-item'
import { mostRecent, withChosen } from './recent'

const item = (group: string, label: string, keywords?: string): PaletteItem => ({
  id: label,
  group,
  label,
  keywords,
  icon: null,
  href: `/${label}`,
})
const tasks = item('Screens', 'Tasks', 'to do')
const types = item('Screens', 'Types')
const addTask = item('Actions', 'Add New Task')
const items = [addTask, types, tasks]
const shown = (typed: string, more: { records?: PaletteItem[]; recent?: PaletteItem[] } = {}) =>
  arrange({
    groups: ['Actions', 'Screens', 'Contacts', 'Tasks', 'Quotations'],
    typed,
    items,
    records: [],
    recent: [],
    ...more,
  }).map(({ title, items: found }) => [title, ...found.map(({ label }) => label)])

describe('the palette', () => {
  test('begins with what was chosen last, and shows it once', () => {
    expect(shown('', { recent: [tasks] })).toEqual([
      ['Recent', 'Tasks'],
      ['Actions', 'Add New Task'],
      ['Screens', 'Types'],
    ])
  })

  test('shows what the words find, in groups that keep their places, records last', () => {
    expect(shown('task', { records: [item('Tasks', 'Fit the fascia'), item('Contacts', 'Task Ltd')] })).toEqual([
      ['Actions', 'Add New Task'],
      ['Screens', 'Tasks'],
      ['Contacts', 'Task Ltd'],
      ['Tasks', 'Fit the fascia'],
    ])
  })

  test('finds by other words too', () => expect(shown('to do')).toEqual([['Screens', 'Tasks']]))

  test('puts what was chosen lately before what fits as well', () => {
    expect(shown('t').at(-1)).toEqual(['Screens', 'Types', 'Tasks'])
    expect(shown('t', { recent: [tasks] }).at(-1)).toEqual(['Screens', 'Tasks', 'Types'])
  })

  test('a group whose names hold the words stands before those that are found by something else', () => {
    const records = [
      item('Contacts', 'Charles Borg'),
      item('Tasks', 'Gantry construction'),
      item('Tasks', 'Ask Charles'),
    ]
    expect(shown('gantry construction', { records })).toEqual([
      ['Tasks', 'Gantry construction', 'Ask Charles'],
      ['Contacts', 'Charles Borg'],
    ])
  })

  test('letters inside of words are shown where nothing begins with them', () => {
    const late = [item('Screens', 'Templates'), item('Screens', 'Invoices', 'late')]
    const found = (typed: string) => arrange({ groups: ['Screens'], typed, items: late, records: [], recent: [] })
    expect(found('late').flatMap((section) => section.items.map(({ label }) => label))).toEqual(['Invoices'])
    expect(found('mplate').flatMap((section) => section.items.map(({ label }) => label))).toEqual(['Templates'])
  })

  test('shows nothing that does not fit', () => expect(shown('zebra')).toEqual([]))
})

test('what is chosen again moves to the front, and the oldest falls out', () => {
  const recent = Array.from({ length: mostRecent }, (_, place) => ({
    id: String(place),
    group: 'Screens' as const,
    label: '',
  }))
  const ids = (chosen: string) => withChosen(recent, { id: chosen, group: 'Screens', label: '' }).map(({ id }) => id)
  expect([ids('3'), ids('new')]).toEqual([
    ['3', '0', '1', '2', '4', '5'],
    ['new', '0', '1', '2', '3', '4'],
  ])
})
