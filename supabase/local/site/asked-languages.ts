import { isLanguage, type Language } from '../../../src/shared/domain/texts/languages.ts'

/** The first language of clients that the header Accept-Language asks for, as a list; empty without one. */
export function askedLanguages(header: string | null): Language[] {
  const wanted = (header ?? '')
    .split(',', 20)
    .map((one, place) => {
      const [code = '', ...parameters] = one.split(';').map((part) => part.trim())
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2)
      return { code: code.split('-')[0]?.toLowerCase(), place, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
    .map(({ code }) => code)
    .filter(isLanguage)
  return wanted.slice(0, 1)
}
