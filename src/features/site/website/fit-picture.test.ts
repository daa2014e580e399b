import { expect, test } from 'vitest'
import { fitted } from './fit-picture'

test.each([
  [
    { width: 1440, height: 240 },
    { width: 720, height: 120 },
  ],
  [
    { width: 500, height: 500 },
    { width: 240, height: 240 },
  ],
  [
    { width: 300, height: 100 },
    { width: 300, height: 100 },
  ],
  [
    { width: 9000, height: 1 },
    { width: 720, height: 1 },
  ],
])('a logo of %j is stored as %j', (natural, stored) => expect(fitted(natural)).toEqual(stored))
