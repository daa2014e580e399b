import { expect, test } from 'vitest'
import { sentBy } from './sent-by.ts'

test.each([
  ['Office <office@sign.example>', 'Tramuntana Signs', '"Tramuntana Signs" <office@sign.example>'],
  ['office@sign.example', 'Xoġol & Co. “Ltd”', '"Xoġol & Co. “Ltd”" <office@sign.example>'],
  [
    'Office <office@sign.example>',
    'A "B" <x@y.z>\r\nBcc: all@x.y',
    '"A  B   x@y.z Bcc: all@x.y" <office@sign.example>',
  ],
  ['Office <office@sign.example>', 'Our company', 'Office <office@sign.example>'],
  ['Office <office@sign.example>', ' ', 'Office <office@sign.example>'],
  ['office@sign.example', null, 'office@sign.example'],
])('from %s for %s', (setting, company, from) => expect(sentBy(setting, company)).toBe(from))
