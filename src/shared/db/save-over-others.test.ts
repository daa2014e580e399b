import { expect, test } from 'vitest'
import { saveOverOthers } from './save-over-others'

type Card = { name: string; town: string; row_version: number }

/** One record that others change, one of `meanwhile` before each write, and that `mayWrite` or not. */
function record(meanwhile: Partial<Card>[], mayWrite = true) {
  let stored: Card | null = { name: 'Ann', town: 'Mosta', row_version: 1 }
  const others = [...meanwhile]
  const save = (values: { name: string; town: string }) =>
    saveOverOthers({
      what: 'This card',
      before: { name: 'Ann', town: 'Mosta' },
      values,
      read: async () => stored,
      write: async (patch, version) => {
        const change = others.shift()
        if (stored && change) stored = { ...stored, ...change, row_version: stored.row_version + 1 }
        if (!stored || !mayWrite || stored.row_version !== version) return false
        stored = { ...stored, ...patch, row_version: version + 1 }
        return true
      },
    })
  return { save, stored: () => stored, remove: () => (stored = null) }
}

test('what others wrote into other fields stays', async () => {
  const card = record([{ town: 'Qormi' }])
  await card.save({ name: 'Anna', town: 'Mosta' })
  expect(card.stored()).toEqual({ name: 'Anna', town: 'Qormi', row_version: 3 })
})

test('what others wrote into the same field is not overwritten', async () => {
  const card = record([{ name: 'Annie' }])
  await expect(card.save({ name: 'Anna', town: 'Mosta' })).rejects.toThrow('Somebody else changed the same fields')
  expect(card.stored()).toMatchObject({ name: 'Annie' })
})

test('nothing is written when nothing changed', async () => {
  const card = record([])
  await card.save({ name: 'Ann', town: 'Mosta' })
  expect(card.stored()).toMatchObject({ row_version: 1 })
})

test('a record that is gone, one that may not be changed and one that never rests are told apart', async () => {
  const gone = record([])
  gone.remove()
  await expect(gone.save({ name: 'Anna', town: 'Mosta' })).rejects.toThrow('This card is not there any more')
  await expect(record([], false).save({ name: 'Anna', town: 'Mosta' })).rejects.toThrow('You may not change this card')
  const restless = record(['a', 'b', 'c', 'd', 'e', 'f'].map((town) => ({ town })))
  await expect(restless.save({ name: 'Anna', town: 'Mosta' })).rejects.toThrow('Others keep changing this card')
})
