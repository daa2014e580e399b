import { expect, test } from 'vitest'
import { inLanguage } from './mail.query'

test('of each mail the one in the language of its reader is offered, else the English one, else any', () => {
  const all = [
    { key: 'quotation', language: 'en' },
    { key: 'quotation', language: 'mt' },
    { key: 'invoice', language: 'it' },
    { key: 'invoice', language: 'en' },
    { key: 'own', language: 'fr' },
  ]
  const chosen = (language: string) => inLanguage(all, language).map((one) => `${one.key} ${one.language}`)
  expect(chosen('mt')).toEqual(['quotation mt', 'invoice en', 'own fr'])
  expect(chosen('en')).toEqual(['quotation en', 'invoice en', 'own fr'])
})
