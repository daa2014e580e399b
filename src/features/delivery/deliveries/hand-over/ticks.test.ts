import { afterEach, expect, test } from 'vitest'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import {
  atDoorOf,
  handOverProblem,
  itemsOf,
  progressOf,
  quantityProblem,
  ticksOf,
  handedWords,
  withWork,
  workOf,
} from './ticks'

afterEach(() => setFormats(firstFormats))

const items = [
  { id: 'a', qty: '10.0000', qty_delivered: '4.0000', item: { description: 'Foamex panels', unit: 'piece' } },
  { id: 'b', qty: '2.5000', qty_delivered: '0.0000', item: { description: 'Banner', unit: 'm2' } },
  { id: 'c', qty: '1.0000', qty_delivered: '1.0000', item: { description: 'Totem', unit: 'piece' } },
]

test('what is left is ticked, with its whole quantity; what was delivered is not shown again', () => {
  expect(ticksOf(items).map(({ description, qty }) => [description, qty])).toEqual([
    ['Foamex panels', '6'],
    ['Banner', '2.5'],
  ])
})

test('more than is left, nothing and rubbish are refused in words', () => {
  const [panels = expect.fail()] = ticksOf(items)
  expect(quantityProblem({ ...panels, qty: '7' })).toBe('Only 6 are left on this delivery')
  expect(quantityProblem({ ...panels, qty: '0' })).toBe('Please enter how many, or take the tick away')
  expect(quantityProblem({ ...panels, qty: 'some' })).toContain('number')
  expect(quantityProblem({ ...panels, qty: '-1' })).toBe('This cannot be below zero')
  expect(quantityProblem({ ...panels, qty: '1.5' })).toBe('Please enter a whole number')
  expect(quantityProblem({ ...panels, isTaken: false, qty: 'some' })).toBeNull()
})

test('only what is ticked is sent, as decimal text', () => {
  const ticks = ticksOf(items).map((tick) => (tick.id === 'b' ? { ...tick, isTaken: false } : { ...tick, qty: '4,5' }))
  expect(itemsOf(ticks)).toEqual([{ delivery_item_id: 'a', qty: '4.5000' }])
})

test('a hand-over needs something and a receiver', () => {
  const ticks = ticksOf(items)
  const anna = { receivedBy: 'Anna', isPadEmpty: false, isAgreed: true }
  expect(handOverProblem(ticks, anna)).toBeNull()
  expect(handOverProblem(null, anna)).toBeNull()
  expect(handOverProblem(ticks, { ...anna, receivedBy: ' ' })).toBe('Enter who received it')
  const none = ticks.map((tick) => ({ ...tick, isTaken: false }))
  expect(handOverProblem(none, anna)).toBe('Tick the goods that are handed over')
  expect(handOverProblem(ticks, { ...anna, isPadEmpty: true })).toBe('Sign on the pad, or choose “Type”')
  expect(handOverProblem(null, { ...anna, isAgreed: false })).toBe(
    'Some of it is not made yet: tick that you hand it over all the same',
  )
})

const artwork = { id: 'h', qty: '2.5000', qty_delivered: '0.0000', item: { description: 'Artwork', unit: 'hour' } }

test('hours are not ticked at the door; where there is nothing else they are', () => {
  const ticks = ticksOf([...items, artwork])
  expect(atDoorOf(ticks).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(workOf(ticks).map(({ id }) => id)).toEqual(['h'])
  const none = ticks.map((tick) => (tick.isCarried ? { ...tick, isTaken: false } : tick))
  expect(handOverProblem(none, { receivedBy: 'Anna', isPadEmpty: false, isAgreed: true })).toBe(
    'Tick the goods that are handed over',
  )
  expect(atDoorOf(ticksOf([artwork])).map(({ id }) => id)).toEqual(['h'])
  expect(workOf(ticksOf([artwork]))).toEqual([])
})

test('as much of the hours as of the goods is proposed, all with the last goods, and what is typed stays', () => {
  const panes = { id: 'p', qty: '3.0000', qty_delivered: '0.0000', item: { description: 'Panes', unit: 'piece' } }
  const fitting = { ...artwork, qty: '2.0000' }
  const handed = (qty: string, more: object = {}, typed = false) =>
    itemsOf(
      withWork(
        ticksOf([panes, fitting]).map((tick) => ({ ...tick, ...(tick.id === 'p' ? { qty } : more) })),
        (id) => typed && id === 'h',
      ),
    ).find(({ delivery_item_id }) => delivery_item_id === 'h')?.qty
  expect(handed('2')).toBe('1.3300')
  expect(handed('3')).toBe('2.0000')
  expect(handed('some')).toBeUndefined()
  expect(handed('2', { qty: '1.5' }, true)).toBe('1.5000')
  expect(handed('3', { qty: '0' }, true)).toBeUndefined()
  const typed = ticksOf([panes, fitting]).map((tick) => ({ ...tick, qty: tick.id === 'p' ? '2' : '0' }))
  const anna = { receivedBy: 'Anna', isPadEmpty: false, isAgreed: true }
  expect(handOverProblem(typed, anna)).toBeNull()
  expect(
    handOverProblem(
      [
        { ...typed[0]!, qty: '2' },
        { ...typed[1]!, qty: '3' },
      ],
      anna,
    ),
  ).toBe('Look at the quantities')
})

test('a line says what was ordered, what came before, what comes now and what is still to come', () => {
  const [tick = expect.fail()] = ticksOf([
    {
      id: 'a',
      qty: '6.0000',
      qty_delivered: '0.0000',
      item: { description: 'Foamex panels', unit: 'piece', qty: '10.0000', qty_delivered: '3.0000' },
    },
  ])
  expect(progressOf({ ...tick, qty: '2,5' })).toBe('Ordered 10 · before 3 · now 2.5 · still to come 4.5')
  expect(progressOf({ ...tick, isTaken: false })).toBe('Ordered 10 · before 3 · now 0 · still to come 7')
  expect(progressOf({ ...tick, ordered: null })).toBeNull()
})

const many = {
  id: 'a',
  qty: '1250.0000',
  qty_delivered: '0.0000',
  item: { description: 'Stickers', unit: 'piece', qty: '2500.0000', qty_delivered: '1250.0000' },
}

test('numbers of pieces are written in the number style of the company', () => {
  const [tick = expect.fail()] = ticksOf([many])
  expect(tick.qty).toBe('1,250')
  expect(progressOf(tick)).toBe('Ordered 2,500 · before 1,250 · now 1,250 · still to come 0')
  expect(quantityProblem({ ...tick, qty: '1300' })).toBe('Only 1,250 are left on this delivery')
  expect(itemsOf([tick])).toEqual([{ delivery_item_id: 'a', qty: '1250.0000' }])
})

test('the quantity that stands in the field is read as what is left, whatever parts thousands', () => {
  setFormats({ ...firstFormats, number_style: 'comma' })
  const [tick = expect.fail()] = ticksOf([{ ...many, qty: '1.1250' }])
  expect(tick.qty).toBe('1,125')
  expect(quantityProblem(tick)).toBeNull()
  expect(itemsOf([tick])).toEqual([{ delivery_item_id: 'a', qty: '1.1250' }])
})

test('a kept hand-over says who received what, and when it was signed', () => {
  const to = { receivedBy: 'Maria' }
  expect(handedWords(to, '3 of 3', '14:02')).toBe('Handed to Maria, 3 of 3, signed 14:02')
  expect(handedWords(to, null, null)).toBe('Handed to Maria, signed')
})
