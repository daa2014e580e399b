import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeChecklist, readChecklist, replaceText, tickItem, writeChecklist } from './task-checklist'

const block =
  '<ul class="todo-list" data-list="todo"><li data-list="checked" data-id="todo-1">Print &amp; cut</li><li data-list="unchecked" data-id="todo-2">Laminate</li></ul>'

const printed = { key: 'todo-1', id: 'todo-1', text: 'Print & cut', completed: true }
const laminated = { key: 'todo-2', id: 'todo-2', text: 'Laminate', completed: false }

describe('a checklist', () => {
  test('spec 2 §3: is read out of its description, which keeps the rest', () => {
    expect(readChecklist(`<p>Before</p>${block}<p>After</p>`)).toEqual({
      text: '<p>Before</p><p>After</p>',
      items: [printed, laminated],
    })
  })

  test('that nobody closed stays text', () => {
    const broken = '<p>x</p><ul data-list="todo"><li data-list="checked">y</li><p>z</p>'
    expect(readChecklist(broken)).toEqual({ text: broken, items: [] })
    expect(tickItem(broken, '', true)).toBe(null)
  })

  test('is no ordinary list', () => {
    expect(readChecklist('<ul><li>Acrylic: in</li></ul>').items).toEqual([])
  })

  test('ticks one of two lines of the same id', () => {
    const twice = '<ul data-list="todo"><li data-id="a">one</li><li data-id="a">two</li></ul>'
    const ticked = tickItem(twice, 'a#2', true) ?? ''
    expect(readChecklist(ticked).items.map(({ key, completed }) => [key, completed])).toEqual([
      ['a', false],
      ['a#2', true],
    ])
  })

  test('does not tick a line that is gone', () => expect(tickItem(block, 'todo-3', true)).toBe(null))

  test('without lines is nothing', () => expect(writeChecklist([])).toBe(''))
})

describe('a change of a checklist', () => {
  const lines = (description: string | null) => readChecklist(description ?? '').items.map(({ text }) => text)

  test('adds a line, once however often it is tried, and the first line makes the list', () => {
    const added = changeChecklist(`<p>x</p>${block}`, { kind: 'add', id: 'c', text: 'Pack <now>' }) ?? ''
    expect(lines(added)).toEqual(['Print & cut', 'Laminate', 'Pack <now>'])
    expect(changeChecklist(added, { kind: 'add', id: 'c', text: 'Pack <now>' })).toBe(added)
    expect(changeChecklist('<p>x</p>', { kind: 'add', id: 'c', text: 'Pack' })).toBe(
      `<p>x</p>${writeChecklist([{ id: 'c', text: 'Pack', completed: false }])}`,
    )
  })

  test('gives a line other words and leaves it ticked', () => {
    const renamed = changeChecklist(block, { kind: 'rename', key: 'todo-1', from: 'Print & cut', text: 'Cut' })
    expect(readChecklist(renamed ?? '').items).toEqual([{ ...printed, text: 'Cut' }, laminated])
  })

  test('does not go over other words that somebody else gave the line', () => {
    expect(changeChecklist(block, { kind: 'rename', key: 'todo-2', from: 'Seal', text: 'Glue' })).toBe(null)
    expect(changeChecklist(block, { kind: 'remove', key: 'todo-2', text: 'Seal' })).toBe(null)
  })

  test('new words for a line that somebody else removed are a new line', () => {
    const change = { kind: 'rename', key: 'gone', from: 'Seal', text: 'Glue' } as const
    expect(lines(changeChecklist(block, change))).toEqual(['Print & cut', 'Laminate', 'Glue'])
  })

  test('removes a line, and with the last one the list', () => {
    const one = changeChecklist(`<p>x</p>${block}`, { kind: 'remove', key: 'todo-1', text: 'Print & cut' }) ?? ''
    expect(lines(one)).toEqual(['Laminate'])
    const none = changeChecklist(one, { kind: 'remove', key: 'todo-2', text: 'Laminate' })
    expect(none).toBe('<p>x</p>')
    expect(changeChecklist('<p>x</p>', { kind: 'remove', key: 'todo-2', text: 'Laminate' })).toBe('<p>x</p>')
  })

  test('another text leaves the checklist as it is', () => {
    expect(replaceText(`<p>x</p>${block}<p>y</p>`, '<p>z</p>')).toBe(`<p>z</p>${block}`)
    expect(replaceText('<p>x</p>', '')).toBe('')
  })
})

const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((value) => value.trim())
const lists = fc.array(fc.record({ text, completed: fc.boolean() }), { minLength: 1, maxLength: 30 })
const withIds = (list: { text: string; completed: boolean }[]) =>
  list.map((item, position) => ({ id: `todo-${position + 1}`, ...item }))

describe('any checklist', () => {
  test('spec 2 §3: is read as it was written', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const items = withIds(list)
        expect(readChecklist(`<p>x</p>${writeChecklist(items)}`)).toEqual({
          text: '<p>x</p>',
          items: items.map((item) => ({ key: item.id, ...item })),
        })
      }),
    )
  })

  test('ticked and unticked again is what it was, and nothing else of the description ever moves', () => {
    fc.assert(
      fc.property(lists, fc.nat(), fc.string(), (list, place, tail) => {
        const items = withIds(list)
        const chosen = items[place % items.length]
        if (!chosen) return
        const before = `<p>x</p>${writeChecklist(items)}${tail}`
        const changed = tickItem(before, chosen.id, !chosen.completed) ?? ''
        expect(readChecklist(changed).items).toEqual(
          items.map((item) => ({ key: item.id, ...item, completed: item.completed !== (item.id === chosen.id) })),
        )
        expect(tickItem(changed, chosen.id, chosen.completed)).toBe(before)
      }),
    )
  })

  test('of any text at all is read without an error', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<ul data-list="todo">', '<li', '>', '</li>', '</ul>', ' data-id="', 'x')),
        (parts) => {
          const { items } = readChecklist(parts.join(''))
          for (const { key } of items) expect(tickItem(parts.join(''), key, true)).not.toBe(null)
        },
      ),
    )
  })
})
