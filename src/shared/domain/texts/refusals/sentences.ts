import { formatMoney } from '../../money/money.ts'
import { currentFormats, numberLocale } from '../../text/formats.ts'
import { dayIn } from '../days.ts'
import type { Language } from '../languages.ts'
import { loadPart, textsOfPart } from '../part.ts'
import type { Message } from '../texts.ts'
import { english } from './en.ts'
import { refusalsPart } from './part.ts'

type Code = keyof typeof english
type Pattern = { code: Code; expression: RegExp; places: readonly string[]; fixed: number }
/** A refusal without its words: which one, and what its places are filled with, as the sentence had it. */
export type Refusal = { code: Code; values: Readonly<Record<string, string>> }

const sentencesOf = (message: Message): string[] =>
  typeof message === 'string'
    ? [message]
    : Object.entries(message).flatMap(([form, text]) => (form === 'by' ? [] : [text]))

/** The sentences of the catalogue as they come from the database. Those with most fixed letters are tried first. */
const patterns: readonly Pattern[] = (Object.keys(english) as Code[])
  .flatMap((code) => sentencesOf(english[code]).map((sentence) => patternOf(code, sentence)))
  .sort((one, other) => other.fixed - one.fixed)

function patternOf(code: Code, sentence: string): Pattern {
  const parts = sentence.replace(/\.$/, '').split(/\{(\w+)\}/)
  const fixed = parts.filter((_, at) => at % 2 === 0)
  const words = fixed.map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
  return {
    code,
    expression: new RegExp(`^${words.join('(.+?)')}\\.?$`, 's'),
    places: parts.filter((_, at) => at % 2 === 1),
    fixed: fixed.join('').length,
  }
}

/** Which refusal an English sentence is; null for one that the catalogue has not. */
export function refusalOf(sentence: string): Refusal | null {
  for (const { code, expression, places } of patterns) {
    const found = expression.exec(sentence)
    if (found) return { code, values: Object.fromEntries(places.map((place, at) => [place, found[at + 1] ?? ''])) }
  }
  return null
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `20 Nov 2026` of the database as the page writes days. */
function dayOf(language: Language, text: string): string {
  const [day = '', month = '', year = ''] = text.split(' ')
  const number = months.indexOf(month) + 1
  if (number === 0) return text
  return dayIn(language, `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`, currentFormats())
}
const numberOf = (text: string): string =>
  /^\d+(\.\d+)?$/.test(text)
    ? new Intl.NumberFormat(numberLocale(), { maximumFractionDigits: 6 }).format(Number(text))
    : text

const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' }

/** `€1,098.00` of the database, in the company's format, as the page writes amounts. */
function moneyOf(text: string): string {
  const [, minus, before, digits, after] =
    /^([−-]?)(\p{Sc}|[A-Z]{3})?\s*(\d[\d.,’\s]*[.,]\d\d)\s*(\p{Sc}|[A-Z]{3})?$/u.exec(text) ?? []
  const sign = before ?? after
  const cents = digits?.replaceAll(/\D/g, '')
  if (sign === undefined || cents === undefined) return text
  return formatMoney(`${minus ? '-' : ''}${cents.slice(0, -2)}.${cents.slice(-2)}`, signs[sign] ?? sign)
}

function valueOf(language: Language, place: string, text: string): string | number {
  if (place === 'wait') return Number(text)
  if (place === 'day') return dayOf(language, text)
  return place === 'quantity' || place === 'free' ? numberOf(text) : moneyOf(text)
}

/** Gives what says a refusal in that language: null for a sentence that the catalogue has not. */
export async function refusalsIn(language: Language): Promise<(sentence: string) => string | null> {
  const texts: unknown = textsOfPart(refusalsPart, language, await loadPart(refusalsPart, language))
  const write = texts as (code: Code, values: object) => string
  return (sentence) => {
    const refusal = refusalOf(sentence)
    if (refusal === null) return null
    const values = Object.entries(refusal.values).map(([place, text]) => [place, valueOf(language, place, text)])
    return write(refusal.code, Object.fromEntries(values) as object)
  }
}
