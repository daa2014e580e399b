import { expect, test } from 'vitest'
import { kindOf } from './file-kind'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['a PDF', '%PDF-1.7\n', 'application/pdf'],
  ['a PDF with a mark before it', '\xef\xbb\xbf%PDF-1.4', 'application/pdf'],
  ['a PNG', '\x89PNG\r\n\x1a\n....', 'image/png'],
  ['a JPEG', '\xff\xd8\xff\xe0....', 'image/jpeg'],
  ['a GIF', 'GIF89a....', 'image/gif'],
  ['a WebP', 'RIFF\x10\x00\x00\x00WEBPVP8 ', 'image/webp'],
])('%s is known by its bytes', (_, text, kind) => expect(kindOf(bytes(text))).toBe(kind))

test.each([
  ['a script that calls itself a picture', '<script>alert(1)</script>'],
  ['an SVG, which may hold a script', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a sound in the same wrapper', 'RIFF\x10\x00\x00\x00WAVEfmt '],
  ['nothing', ''],
])('%s is no mockup', (_, text) => expect(kindOf(bytes(text))).toBeNull())
