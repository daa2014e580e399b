import { expect, test } from 'vitest'
import { proofsIn, testFolders } from './spec-sections.ts'

test('every section about tasks, notices and time is proved by tests that name it', () => {
  const sections = new Set(proofsIn(testFolders).map(({ section }) => section))
  const wanted = [2, 3, 4, 5, 6, 7, 8, 9].map((number) => `spec 2 §${number}`)
  expect(wanted.filter((section) => !sections.has(section))).toEqual([])
})

test('a name with two sections counts for both', () => {
  const proofs = proofsIn(['src/features/office/tasks/api'])
  const both = proofs.filter(({ test: name }) => name === 'failed notification inserts are ignored silently')
  expect(both.map(({ section }) => section)).toEqual(['spec 2 §7', 'spec 2 §8'])
})
