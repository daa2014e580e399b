import { describe, expect, test } from 'vitest'
import { conflictsOf, valuesOf, withEdit } from './kept-edits'

const stored = { name: 'Bright', phone: '' }

describe('edits over stored values', () => {
  test('show what was typed, and the rest as it is stored', () => {
    expect(valuesOf(stored, { phone: { from: '', to: '555' } })).toEqual({ name: 'Bright', phone: '555' })
  })

  test('remember what stood there when typing began, through every letter', () => {
    const first = withEdit({}, 'phone', '5', stored.phone)
    expect(withEdit(first, 'phone', '55', 'changed meanwhile')).toEqual({ phone: { from: '', to: '55' } })
  })

  test('end when the stored value is typed again', () => {
    expect(withEdit({ name: { from: 'Bright', to: 'Brigh' } }, 'name', 'Bright', stored.name)).toEqual({})
  })

  test('conflict only where somebody else stored another value in the same field', () => {
    const edits = { name: { from: 'Bright', to: 'Brighter' }, phone: { from: '', to: '555' } }
    expect([
      conflictsOf(stored, edits),
      conflictsOf({ name: 'Bright', phone: '777' }, edits),
      conflictsOf({ name: 'Bright', phone: '555' }, edits),
    ]).toEqual([[], ['phone'], []])
  })
})
