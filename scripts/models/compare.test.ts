import { expect, test } from 'vitest'
import { compare } from './compare.ts'

const door = { machine: 'door', states: ['open', 'shut'], transitions: ['open: push → shut', 'shut: pull → open'] }
const seen = (...names: string[]) => ({ states: new Set(names), transitions: new Set(names) })

test('a machine that was seen whole has no fault', () => {
  const page = compare(door, seen(...door.states, ...door.transitions), {})
  expect(page).toEqual({ states: 2, transitions: 2, byNobody: 0, faults: [] })
})

test('what was neither seen nor named is a fault, state and transition', () => {
  expect(compare(door, seen('open', 'open: push → shut'), { 'shut: pull → open': 'It has no handle.' }).faults).toEqual(
    ['not seen on the page: door shut'],
  )
  expect(compare(door, undefined, {}).faults).toHaveLength(4)
})

test('what the register names but was seen, or does not exist, is a fault', () => {
  const register = { 'open: push → shut': 'It is too heavy.', 'open: kick → shut': 'Nobody does.' }
  expect(compare(door, seen(...door.states, ...door.transitions), register).faults).toEqual([
    'seen on the page, but the register says that nobody can cause it: door open: push → shut',
    'in the register, but not in the machine: door open: kick → shut',
  ])
})
