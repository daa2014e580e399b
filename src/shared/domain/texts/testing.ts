import { languages, type Language } from './languages.ts'
import type { Catalogue, Message } from './texts.ts'

type Translations = { readonly [In in Language]: { readonly [key: string]: Message } }

const formsOf = (message: Message): [form: string, text: string][] =>
  typeof message === 'string' ? [['', message]] : Object.entries(message).filter(([form]) => form !== 'by')
/** `{Tax}` is the place `{tax}` with a capital. */
const placesOf = (text: string): string =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name?.toLowerCase())
    .sort()
    .join(' ')
const wordsOf = (text: string): string => text.replaceAll(/\{\w+\}/g, '')

/** What is wrong with the translations of a catalogue, and how many of its texts each language has. */
export function translationProblems(
  english: Catalogue,
  translations: Translations,
  /** Texts that are the same word in both languages, by language. */
  same: Readonly<Partial<Record<Language, readonly string[]>>>,
): { coverage: string; problems: string[] } {
  const keys = Object.keys(english)
  const problems: string[] = []
  const rows = languages.map(({ value: language }) => {
    const texts = translations[language]
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const unused = new Set(same[language])
    const good = keys.filter((key) => {
      const before = problems.length
      const [message, original] = [texts[key], english[key]]
      const found = (what: string) => problems.push(`${language} ${key}: ${what}`)
      if (message === undefined || original === undefined) return found('is missing') < 0
      const places = placesOf(formsOf(original)[0]?.[1] ?? '')
      for (const [form, text] of formsOf(message)) {
        if (text.trim() === '') found('is empty')
        if (placesOf(text) !== places) found(`has the places “${placesOf(text)}” instead of “${places}”`)
        if (form !== '' && !categories.some((one) => one === form))
          found(`has the form ${form}, which the language has not`)
        const isLeft = formsOf(original).some(([, words]) => words === text) && /\p{L}/u.test(wordsOf(text))
        if (language !== 'en' && isLeft && !unused.delete(text) && !same[language]?.includes(text))
          found(`is still English: ${text}`)
      }
      return problems.length === before
    })
    for (const key of Object.keys(texts)) if (!(key in english)) problems.push(`${language} ${key}: is not in English`)
    for (const text of unused) problems.push(`${language}: “${text}” is not the same as in English any more`)
    return `${language} ${good.length}/${keys.length} (${Math.floor((100 * good.length) / keys.length)} %)`
  })
  return { coverage: rows.join(', '), problems }
}
