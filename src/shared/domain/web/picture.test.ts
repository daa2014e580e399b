import { expect, test } from 'vitest'
import { assertPictureSize } from './picture'

test('a picture of 25 MB is taken, a larger file is refused in words before it is read', () => {
  expect(() => assertPictureSize({ size: 25 * 1024 * 1024 })).not.toThrow()
  expect(() => assertPictureSize({ size: 25 * 1024 * 1024 + 1 })).toThrow(
    'This picture is larger than 25 MB. Please choose a smaller one.',
  )
})
