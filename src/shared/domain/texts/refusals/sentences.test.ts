import { afterEach, describe, expect, test } from 'vitest'
import { firstFormats, setFormats } from '../../text/formats.ts'
import { english } from './en.ts'
import { refusalOf, refusalsIn } from './sentences.ts'

afterEach(() => setFormats(firstFormats))

test('every sentence of the catalogue is its own code, with what its places hold', () => {
  for (const [code, message] of Object.entries(english))
    for (const text of typeof message === 'string' ? [message] : [message.one, message.other]) {
      const places = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ''], at) => [name, `a ${at}`] as const)
      const sentence = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => Object.fromEntries(places)[name] ?? '')
      expect(refusalOf(sentence)).toEqual({ code, values: Object.fromEntries(places) })
    }
})

test.each([
  ['what somebody wrote', 'Please choose one of the options of "A.\n"B" (x)"', { group: 'A.\n"B" (x)' }],
  ['a full stop that only a server function says', 'This link does not open anything any more.', {}],
])('%s is no other sentence', (_, sentence, values) => expect(refusalOf(sentence)?.values).toEqual(values))

test.each(['', 'constructor', 'duplicate key value violates unique constraint "one"', 'Please accept the terms now'])(
  '“%s” has no code',
  (sentence) => expect(refusalOf(sentence)).toBeNull(),
)

describe('in the reader’s language, in the company’s formats', () => {
  test.each([
    ['This quotation was valid until 5 Mar 2026. Please ask us for a new one.', 'gültig bis 5. März 2026.'],
    ['The smallest quantity is 1250.5. Please ask us for less.', 'Menge ist 1.250,5.'],
    ['Of INV-7 only 1.250,00 € are open', 'Von INV-7 sind nur 1.250,00\u00a0€ offen'],
    ['Too many requests. Please try again in 1 minute.', 'in 1 Minute noch einmal'],
    ['Too many requests. Please try again in 90 seconds.', 'in 90 Sekunden noch einmal'],
  ])('%s', async (sentence, part) => {
    setFormats({ ...firstFormats, number_style: 'comma' })
    expect((await refusalsIn('de'))(sentence)).toContain(part)
  })

  test('days as numbers stay numbers, and Polish counts', async () => {
    setFormats({ ...firstFormats, date_style: 'day_dots' })
    const say = await refusalsIn('pl')
    expect(say('This quotation was valid until 5 Mar 2026. Please ask us for a new one.')).toContain('do 05.03.2026.')
    expect(say('Too many requests. Please try again in 3 hours.')).toContain('za 3 godziny.')
    expect(say('Too many requests. Please try again in 12 hours.')).toContain('za 12 godzin.')
  })
})
