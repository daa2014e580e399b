import { randomBytes } from 'node:crypto'
import { joinRepeated } from './repeated-conditions.ts'

/**
 * The library reads `1e3` and `1.50` as numbers, `null` and `Unknown` as no value, cuts spaces off, and leaves `\"` in a
 * quoted value as it is. So it gets each value of a filter as an opaque word, and its reading of the address gets the
 * value back as the text that PostgREST would compare with; the database knows the column's type.
 */
const marker = `v${randomBytes(6).toString('hex')}x`
const opaque = new RegExp(`${marker}([0-9a-f]*)`, 'g')

const asWord = (value: string): string => `${marker}${Buffer.from(value, 'utf8').toString('hex')}`

const conditions = /(?:^|\.)(?:or|and)$/
const notFilters = /^(?:select|order|limit|offset|columns|on_conflict|apikey)$|\.(?:order|limit|offset)$/
const operator =
  /^(not\.)?(eq|neq|gte?|lte?|i?like|i?match|isdistinct|in|cs|cd|ov|sl|sr|nx[lr]|adj|is|(?:pl|ph|w)?fts)(\((?:[^()]*)\))?\./

/** The same address with every value of a filter as one opaque word; what is not written as PostgREST asks stays. */
export function withOpaqueValues(address: string): string {
  const url = new URL(address)
  const changed = [...url.searchParams].map(([name, value]): [string, string] => {
    if (notFilters.test(name)) return [name, value]
    return [name, (conditions.test(name) ? wholeTree(value) : filter(value, 'alone')) ?? value]
  })
  url.search = new URLSearchParams(joinRepeated(changed, (name) => !notFilters.test(name))).toString()
  return url.href
}

/** Puts the values back into what the library has read, in place: `where`, and the same of related rows. */
export function restoreValues(read: unknown): unknown {
  if (typeof read === 'string') return plainText(read)
  if (typeof read !== 'object' || read === null) return read
  for (const [key, value] of Object.entries(read)) {
    const restored = restoreValues(value)
    if (restored !== value) Reflect.set(read, key, restored)
  }
  return read
}

const plainText = (text: string): string =>
  text.includes(marker) ? text.replace(opaque, (_, hex: string) => Buffer.from(hex, 'hex').toString('utf8')) : text

/** A position in a text; what reads there moves it on. */
export type Reader = { text: string; at: number }
const looksAt = (reader: Reader, sign: string) => reader.text[reader.at] === sign

/** `(a.eq.1,or(…))`, null when it is not written so. */
function wholeTree(text: string): string | null {
  const reader = { text, at: 0 }
  const read = tree(reader)
  return reader.at === text.length ? read : null
}

function tree(reader: Reader): string | null {
  if (!looksAt(reader, '(')) return null
  const parts: string[] = []
  do {
    reader.at += 1
    const part = condition(reader)
    if (part === null) return null
    parts.push(part)
  } while (looksAt(reader, ','))
  if (!looksAt(reader, ')')) return null
  reader.at += 1
  return `(${parts.join(',')})`
}

function condition(reader: Reader): string | null {
  const head = take(reader, /\s*(?:not\.)?(?:and|or)(?=\()/y)
  if (head !== null) {
    const inner = tree(reader)
    return inner === null ? null : head + inner
  }
  const column = take(reader, /\s*(?:"(?:[^"\\]|\\.)*"|[^.,()"])+\./y)
  const compared = column === null ? null : take(reader, new RegExp(operator.source.replace('^', ''), 'y'))
  if (column === null || compared === null) return null
  const value = valueAmongOthers(reader)
  return value === null ? null : column + (filter(compared + value, 'among others') ?? compared + value)
}

/** As far as the value of one condition goes: quoted, a list, or up to the next comma or bracket. */
function valueAmongOthers(reader: Reader): string | null {
  return (
    take(reader, /"(?:[^"\\]|\\.)*"(?=[,)])/sy) ??
    take(reader, /\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}(?=[,)])/sy) ??
    take(reader, /\((?:"(?:[^"\\]|\\.)*"|[^")])*\)(?=[,)])/sy) ??
    take(reader, /[[(][^,()[\]]*,[^,()[\]]*[\])](?=[,)])/sy) ??
    take(reader, /[^,()]*(?:\([^()]*\)[^,()]*)*(?=[,)])/sy)
  )
}

/** What the sticky pattern finds at the position, which it moves on. */
export function match(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)
  if (found) reader.at += found[0].length
  return found
}

const take = (reader: Reader, pattern: RegExp): string | null => match(reader, pattern)?.[0] ?? null

/** `eq.value` with its value as a word; null to leave it. Only among other conditions may a single value be quoted. */
function filter(text: string, place: 'alone' | 'among others'): string | null {
  const [head, , name = '', many] = operator.exec(text) ?? []
  if (head === undefined) return null
  const value = text.slice(head.length)
  const isPattern = name === 'like' || name === 'ilike'
  const word = (one: string) => asWord(isPattern ? withPercentSigns(one) : one)
  const inList = (list: string) => listed(list)?.map(({ text: one }) => word(one))

  if (name === 'is') return null
  if (name === 'in' || (many && isPattern && value.startsWith('('))) {
    const words = /^\(.*\)$/s.test(value) ? inList(value.slice(1, -1)) : null
    return words ? `${head}(${words.join(',')})` : null
  }
  const isWhole = /^\{.*\}$/s.test(value)
  if (/^(cs|cd|ov)$/.test(name) || (many && isWhole && !name.endsWith('fts'))) {
    if (!isWhole || isObject(value)) return place === 'among others' ? head + unquotedWord(value, word) : null
    const items = /[{}]/.test(value.slice(1, -1).replace(/"(?:[^"\\]|\\.)*"/gs, '')) ? null : listed(value.slice(1, -1))
    return items
      ? `${head}{${items.map(({ text: one, quoted }) => (!quoted && /^null$/i.test(one.trim()) ? 'null' : word(quoted ? one : one.trim()))).join(',')}}`
      : null
  }
  if (many && !name.endsWith('fts')) return null
  if (/^(sl|sr|nx[lr]|adj)$|fts$/.test(name)) return place === 'among others' ? head + unquotedWord(value, word) : null
  return head + (place === 'among others' ? (quotedText(value, word) ?? word(value)) : word(value))
}

const quotedText = (value: string, word: (text: string) => string): string | null =>
  /^".*"$/s.test(value) && value.length > 1 ? word(unescaped(value.slice(1, -1))) : null

const unquotedWord = (value: string, word: (text: string) => string): string => quotedText(value, word) ?? value

/** PostgREST's `*` is SQL's `%`; after a backslash it is a star. */
export const withPercentSigns = (pattern: string): string =>
  pattern.replace(/\\(.)|\*/gs, (sign, literal?: string) => (literal === undefined ? '%' : sign))

/** What the quotes held: `\"` is a quote and `\\` a backslash. */
export const unescaped = (quoted: string): string => quoted.replace(/\\(.)/gs, '$1')

/** The values of a list without its brackets; null when a quote in it is not closed. */
function listed(text: string): { text: string; quoted: boolean }[] | null {
  if (text === '') return []
  const reader = { text, at: -1 }
  const values: { text: string; quoted: boolean }[] = []
  do {
    reader.at += 1
    const quoted = take(reader, /"(?:[^"\\]|\\.)*"(?=,|$)/sy)
    const plain = quoted === null ? take(reader, /[^,]*/sy) : null
    if (plain?.startsWith('"')) return null
    values.push(
      quoted === null ? { text: plain ?? '', quoted: false } : { text: unescaped(quoted.slice(1, -1)), quoted: true },
    )
  } while (looksAt(reader, ','))
  return values
}

function isObject(text: string): boolean {
  try {
    return text !== '{}' && typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
