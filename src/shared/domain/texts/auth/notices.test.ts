import { expect, test } from 'vitest'
import { languages } from '../languages'
import { loadPart } from '../part'
import { authPart } from './part'

const translated = languages.map(({ value }) => value).filter((value) => value !== 'en')

test.each(translated)(
  'in %s neither mailed link is promised to an address that may have no account',
  async (language) => {
    const texts = await loadPart(authPart, language)
    const condition = String(texts?.link_notice).split(',')[0]
    expect(condition?.length).toBeGreaterThan(15)
    expect(String(texts?.reset_notice).split(',')[0]).toBe(condition)
  },
)
