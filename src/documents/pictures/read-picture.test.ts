import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BadPicture, readPicture } from './read-picture'
import { goodPictures, pngChunk, pngOf } from './testing'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const refusalOf = (bytes: Uint8Array): Promise<unknown> =>
  readPicture(bytes).then(
    (facts) => facts,
    (failure: unknown) => (failure instanceof BadPicture ? failure.message : failure),
  )
const noPicture = 'This file is not a picture that can be read. Please save it again as PNG, JPEG, WebP or GIF.'
const cutOff = 'This picture is cut off: its end is missing. Please send it again.'

test('a good picture of each kind tells its size', async () => {
  const facts = await Promise.all(Object.values(goodPictures).map(readPicture))
  expect(facts).toEqual([
    { type: 'image/png', width: 3, height: 2 },
    { type: 'image/jpeg', width: 16, height: 16 },
    { type: 'image/gif', width: 1, height: 1 },
    { type: 'image/webp', width: 1, height: 1 },
  ])
})

describe.each(Object.entries(goodPictures))('%s', (_, picture) => {
  test('is refused wherever it is cut', async () => {
    for (let length = 0; length < picture.length; length++)
      expect([length, await refusalOf(picture.subarray(0, length))]).toEqual([
        length,
        expect.stringMatching(/cut off|not a picture/),
      ])
  })

  test('with any bytes changed is read or refused in words, never anything else', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(picture.length - 1), fc.nat(255)), { maxLength: 8 }),
        async (changes) => {
          const bytes = Uint8Array.from(picture)
          for (const [at, value] of changes) bytes[at] = value
          const found = await refusalOf(bytes)
          expect(found).not.toBeInstanceOf(Error)
        },
      ),
    ))
})

test('the first bytes of a picture before a page are no picture', async () => {
  const page = '<html><script>alert(1)</script></html>'.repeat(20)
  for (const sign of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF89a', 'RIFF\x08\x00\x00\x00WEBP'])
    expect(await refusalOf(latin1(sign + page))).toEqual(expect.any(String))
  expect(await refusalOf(latin1(page))).toBe(noPicture)
  expect(await refusalOf(Buffer.concat([pngOf(3, 2), latin1(page)]))).toMatch('follows the end')
})

test('what promises more points than a machine has room for is refused before it is unpacked', async () => {
  const started = performance.now()
  const tooMany = 'This picture has 60,000 × 60,000 points. 100 million are the most: please make it smaller.'
  expect(await refusalOf(pngOf(60_000, 60_000, deflateSync(Buffer.alloc(5_000_000))))).toBe(tooMany)
  const gif = Uint8Array.from(goodPictures['image/gif'])
  gif.set([0x60, 0xea, 0x60, 0xea], 6)
  expect(await refusalOf(gif)).toBe(tooMany)
  const jpeg = Uint8Array.from(goodPictures['image/jpeg'])
  jpeg.set([0xea, 0x60, 0xea, 0x60], jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xc0) + 5)
  expect(await refusalOf(jpeg)).toBe(tooMany)
  expect(performance.now() - started).toBeLessThan(1000)
})

test('points that are more, fewer or other than the head says are refused', async () => {
  expect(await refusalOf(pngOf(3, 2, deflateSync(Buffer.alloc(100_000_000))))).toBe(noPicture)
  expect(await refusalOf(pngOf(3, 2, deflateSync(Buffer.alloc(13))))).toBe(cutOff)
  expect(await refusalOf(pngOf(3, 2, latin1('<script>alert(1)</script>')))).toBe(noPicture)
  expect(await refusalOf(pngOf(3, 2, deflateSync(Buffer.alloc(26, 7))))).toBe(noPicture)
  const broken = pngOf(3, 2)
  broken.writeUInt8(broken.readUInt8(45) ^ 1, 45)
  expect(await refusalOf(broken)).toBe(noPicture)
  const [head, rest] = [pngOf(3, 2).subarray(0, 33), pngOf(3, 2).subarray(33)]
  expect(await refusalOf(Buffer.concat([head, pngChunk('EVIL', latin1('x')), rest]))).toBe(noPicture)
  expect(await refusalOf(Buffer.concat([head, pngChunk('tEXt', latin1('Title\0Sign')), rest]))).toMatchObject({
    width: 3,
  })
})

test('what a phone writes behind a photo is let be', async () => {
  const moving = Buffer.concat([goodPictures['image/jpeg'], latin1('ftypmp42')])
  expect(await refusalOf(moving)).toMatchObject({ type: 'image/jpeg' })
})
