import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { chosenRows, sheetMachine, type SheetEmitted } from './sheet.machine'

function open(rows = ['a', 'b', 'c']) {
  const said: SheetEmitted[] = []
  const actor = createActor(sheetMachine, { input: { columns: ['text', 'qty', 'price'] } })
  actor.on('*', (event) => said.push(event))
  actor.start()
  actor.send({ type: 'rows.are', rows })
  actor.send({ type: 'cell.go', cell: { row: 'b', column: 'qty' } })
  const at = () => {
    const { at: cell } = actor.getSnapshot().context
    return cell ? `${cell.row}.${cell.column}` : null
  }
  return { send: actor.send.bind(actor), said, at, chosen: () => chosenRows(actor.getSnapshot().context) }
}

test('steps stay inside the sheet', () => {
  const { send, at } = open()
  send({ type: 'cell.step', rows: 5, columns: 9 })
  expect(at()).toBe('c.price')
  send({ type: 'cell.step', rows: -9, columns: -9 })
  expect(at()).toBe('a.text')
})

test('a typed text is told once, with what stood there, and Tab goes on in the next row', () => {
  const { send, said, at } = open()
  send({ type: 'cell.go', cell: { row: 'b', column: 'price' } })
  send({ type: 'edit.begin', text: '4', original: '45' })
  send({ type: 'edit.type', text: '48' })
  send({ type: 'edit.commit', rows: 0, columns: 1 })
  expect(said).toEqual([{ type: 'cell.typed', cell: { row: 'b', column: 'price' }, original: '45', text: '48' }])
  expect(at()).toBe('c.text')
})

test('the same text and Escape change nothing', () => {
  const { send, said, at } = open()
  send({ type: 'edit.begin', text: '3', original: '3' })
  send({ type: 'edit.commit', rows: 1, columns: 0 })
  send({ type: 'edit.begin', text: '9', original: '3' })
  send({ type: 'edit.cancel' })
  expect([said, at()]).toEqual([[], 'c.qty'])
})

test('a click elsewhere keeps what was typed', () => {
  const { send, said } = open()
  send({ type: 'edit.begin', text: '7', original: '3' })
  send({ type: 'cell.go', cell: { row: 'a', column: 'text' } })
  expect(said).toEqual([{ type: 'cell.typed', cell: { row: 'b', column: 'qty' }, original: '3', text: '7' }])
})

test('rows that others add and move leave the cell and the typed text where they are', () => {
  const { send, said, at } = open()
  send({ type: 'edit.begin', text: '7', original: '3' })
  send({ type: 'rows.are', rows: ['new', 'c', 'b', 'a'] })
  send({ type: 'edit.commit', rows: 1, columns: 0 })
  expect([said.length, at()]).toEqual([1, 'a.qty'])
})

test('a row that is removed while somebody types gives the text back, and the cell beside is next', () => {
  const { send, said, at } = open()
  send({ type: 'edit.begin', text: 'Letters', original: '' })
  send({ type: 'rows.are', rows: ['a', 'c'] })
  expect(said).toEqual([{ type: 'text.homeless', cell: { row: 'b', column: 'qty' }, text: 'Letters' }])
  expect(at()).toBe('c.qty')
  send({ type: 'rows.are', rows: [] })
  expect(at()).toBeNull()
})

test('a row that is on its way is waited for: a reading without it moves the cell to no other row', () => {
  const { send, at } = open()
  send({ type: 'cell.go', cell: { row: 'new', column: 'text' } })
  send({ type: 'rows.are', rows: ['b', 'c'] })
  send({ type: 'rows.are', rows: ['b', 'c', 'new'] })
  expect(at()).toBe('new.text')
})

test('rows are chosen from where the choice began', () => {
  const { send, chosen } = open()
  send({ type: 'cell.step', rows: 1, columns: 0, extend: true })
  expect(chosen()).toEqual(['b', 'c'])
  send({ type: 'cell.step', rows: -2, columns: 0, extend: true })
  expect(chosen()).toEqual(['a', 'b'])
  send({ type: 'cell.step', rows: 1, columns: 0 })
  expect(chosen()).toEqual(['b'])
})

test('a column that appears is stepped into, and one that vanishes leaves the cell that stands in its place', () => {
  const { send, at } = open()
  send({ type: 'rows.are', rows: ['a', 'b', 'c'], columns: ['text', 'qty', 'charged', 'price'] })
  send({ type: 'cell.step', rows: 0, columns: 1 })
  expect(at()).toBe('b.charged')
  send({ type: 'rows.are', rows: ['a', 'b', 'c'], columns: ['text', 'qty', 'price'] })
  expect(at()).toBe('b.price')
})
