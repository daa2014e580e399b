import { describe, expect, test } from 'vitest'
import { createKeyReader, type Press, type Surroundings } from './key-reader'
import { keyWords, shortcuts, shortcutsFor } from './shortcuts'

const calm: Surroundings = { inField: false, inDialog: false, singleKeys: true }
const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  timeStamp: 0,
  ...more,
})
/** The labels of the shortcuts that these presses complete, in order. */
function reads(presses: Press[], around = calm): string[] {
  const read = createKeyReader()
  return presses.flatMap((one) => read(one, around, shortcuts)?.label ?? [])
}

describe('a press', () => {
  test.each([
    ['Ctrl and K', [press('k', { ctrlKey: true })], ['Search and commands']],
    ['Command and K', [press('k', { metaKey: true })], ['Search and commands']],
    ['a question mark, wherever the keyboard has it', [press('?', { shiftKey: true })], ['Keyboard map']],
    ['n', [press('n')], ['Add New Task']],
    ['g, then t', [press('g'), press('t', { timeStamp: 900 })], ['Tasks']],
    ['g, then n: not a new task', [press('g'), press('n', { timeStamp: 300 })], ['System Notes']],
    ['g, and t much later', [press('g'), press('t', { timeStamp: 2000 })], []],
    ['g, then a key that leads nowhere', [press('g'), press('x')], []],
    ['Ctrl and n, which is the browser’s', [press('n', { ctrlKey: true })], []],
    ['Shift and N', [press('N', { shiftKey: true })], []],
    ['a key held down', [press('n', { repeat: true })], []],
    ['a key that somebody else took', [press('k', { ctrlKey: true, defaultPrevented: true })], []],
  ])('of %s', (_, presses, expected) => expect(reads(presses)).toEqual(expected))

  const all = [press('n'), press('?'), press('g'), press('t'), press('k', { ctrlKey: true })]
  test.each([
    ['in a field', { inField: true }],
    ['in a dialog', { inDialog: true }],
    ['of somebody who turned single keys off', { singleKeys: false }],
  ])('%s counts only with Ctrl', (_, around) => {
    expect(reads(all, { ...calm, ...around })).toEqual(['Search and commands'])
  })
})

describe('what began as typing', () => {
  const typed = (keys: string, around: Surroundings, from: number) =>
    [...keys].map((key, place) => ({ press: press(key, { timeStamp: from + place * 150 }), around }))
  const read = (all: { press: Press; around: Surroundings }[]) => {
    const reader = createKeyReader()
    return all.flatMap((one) => reader(one.press, one.around, shortcuts)?.label ?? [])
  }
  const inDialog = { ...calm, inDialog: true }

  test('goes on as typing when the dialog beneath it is gone', () => {
    expect(read([...typed('new d', inDialog, 0), ...typed('den', calm, 750)])).toEqual([])
  })

  test('begins with a space, which may press a button', () => {
    expect(read(typed(' new', calm, 0))).toEqual([])
  })

  test('ends with a pause, or with a key that is no letter', () => {
    expect(read([...typed('neon', inDialog, 0), ...typed('n', calm, 2000)])).toEqual(['Add New Task'])
    const escape = { press: press('Escape', { timeStamp: 500 }), around: inDialog }
    expect(read([...typed('neo', inDialog, 0), escape, ...typed('n', calm, 600)])).toEqual(['Add New Task'])
  })
})

describe('the table of shortcuts', () => {
  test('has each key once, and no single key that begins a pair', () => {
    const keys = shortcuts.map((shortcut) => shortcut.keys)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((key) => keys.some((other) => other.startsWith(`${key} `)))).toEqual([])
  })

  test('shows each person what their rights open', () => {
    const labels = shortcutsFor({ role: 'team_member', pages: [], named: [] }).map(({ label }) => label)
    expect(labels).toContain('Dashboard')
    expect(labels).not.toContain('Add New Task')
    expect(labels).not.toContain('Invoices')
  })

  test('is written as the keyboard is labelled', () => {
    expect([keyWords('mod+K', false), keyWords('mod+K', true), keyWords('G D', false)]).toEqual([
      ['Ctrl', 'K'],
      ['⌘', 'K'],
      ['G', 'D'],
    ])
  })
})
