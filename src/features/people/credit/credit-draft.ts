import { z } from 'zod'
import { storableLine } from '@/shared/domain/storable'

const words = z.string().catch('')
const directorSchema = z.object({ name: words, position: words })
const referenceSchema = z.object({ company: words, person: words, phone: words, email: words })
export type Director = z.infer<typeof directorSchema>
export type TradeReference = z.infer<typeof referenceSchema>

/** Lists as they are stored in the row; what is not one of them is left out. */
export const directorsOf = (stored: unknown): Director[] => listOf(directorSchema, stored)
export const referencesOf = (stored: unknown): TradeReference[] => listOf(referenceSchema, stored)

function listOf<Item>(schema: z.ZodType<Item>, stored: unknown): Item[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((item) => {
    const read = schema.safeParse(item)
    return read.success ? [read.data] : []
  })
}

export const noDirector: Director = { name: '', position: '' }
export const noReference: TradeReference = { company: '', person: '', phone: '', email: '' }

/** What the form holds: texts, and the two lists as JSON, so that a draft of the browser is one flat record. */
export type CreditDraft = {
  requested_limit: string
  terms_days: string
  directors: string
  trade_refs: string
  consent: string
  signed_name: string
  signed_position: string
  signed_on: string
  note: string
}
export type CreditField = keyof CreditDraft

type Row = {
  requested_limit: number | null
  terms_days: number | null
  directors: unknown
  trade_refs: unknown
  consent: boolean
  signed_name: string | null
  signed_position: string | null
  signed_on: string | null
  note: string | null
}

/** A form begins with a line to write on, and a second one for the references. */
export const creditDraft = (row: Row): CreditDraft => ({
  requested_limit: row.requested_limit === null ? '' : String(row.requested_limit),
  terms_days: row.terms_days === null ? '' : String(row.terms_days),
  directors: JSON.stringify(atLeast(1, directorsOf(row.directors), noDirector)),
  trade_refs: JSON.stringify(atLeast(2, referencesOf(row.trade_refs), noReference)),
  consent: row.consent ? 'yes' : '',
  signed_name: row.signed_name ?? '',
  signed_position: row.signed_position ?? '',
  signed_on: row.signed_on ?? '',
  note: row.note ?? '',
})

const atLeast = <Item>(least: number, items: Item[], empty: Item): Item[] => [
  ...items,
  ...Array.from({ length: Math.max(0, least - items.length) }, () => empty),
]

export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Money as people type it: `5000`, `5,000.50`, `1250,50`. Written plainly, or null when it is none. */
export function amountOf(typed: string): string | null {
  const text = typed.replace(/[€\s]/g, '')
  const plain = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(text)
    ? text.replaceAll(',', '')
    : text.replace(/,(\d{1,2})$/, '.$1')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? plain : null
}

/** Whole days from 0 to 365, or null. */
export function daysOf(typed: string): number | null {
  const text = typed.trim()
  return /^\d{1,3}$/.test(text) && Number(text) <= 365 ? Number(text) : null
}

export const amountProblem = 'An amount above zero, with at most two decimals'
export const daysProblem = 'A whole number of days, 0 to 365'

/** What is wrong with what was typed: such a draft is not saved. */
export function creditProblems(draft: CreditDraft): Partial<Record<CreditField, string>> {
  const problems: Partial<Record<CreditField, string>> = {}
  if (draft.requested_limit.trim() !== '' && amountOf(draft.requested_limit) === null)
    problems.requested_limit = amountProblem
  if (draft.terms_days.trim() !== '' && daysOf(draft.terms_days) === null) problems.terms_days = daysProblem
  if (draft.signed_on !== '' && Number.isNaN(Date.parse(draft.signed_on))) problems.signed_on = 'This is not a date'
  if (draft.signed_name.length > 200) problems.signed_name = 'At most 200 characters'
  if (draft.signed_position.length > 200) problems.signed_position = 'At most 200 characters'
  if (draft.note.length > 5000) problems.note = 'At most 5000 characters'
  return problems
}

/** What is still missing before it can be submitted; the database asks for the same. */
export function missingFrom(draft: CreditDraft): string[] {
  const values = creditValues(draft)
  return [
    values.requested_limit === null ? 'the limit asked for' : null,
    values.terms_days === null ? 'the payment terms' : null,
    values.trade_refs.length < 2 ? 'two trade references' : null,
    values.signed_name === null ? 'the name of who signs' : null,
    values.consent ? null : 'the consent',
  ].filter((each) => each !== null)
}

/** As it is saved: trimmed, without empty lines, null where nothing was entered. */
export function creditValues(draft: CreditDraft) {
  const kept = (text: string) => storableLine(text) || null
  const amount = amountOf(draft.requested_limit)
  return {
    requested_limit: amount === null ? null : Number(amount),
    terms_days: daysOf(draft.terms_days),
    directors: filled(directorsOf(parsed(draft.directors))),
    trade_refs: filled(referencesOf(parsed(draft.trade_refs))),
    consent: draft.consent === 'yes',
    signed_name: kept(draft.signed_name),
    signed_position: kept(draft.signed_position),
    signed_on: kept(draft.signed_on),
    note: kept(draft.note),
  }
}
export type CreditValues = ReturnType<typeof creditValues>

const filled = <Item extends Record<string, string>>(items: readonly Item[]): Record<string, string>[] =>
  items
    .map((item) => Object.fromEntries(Object.entries(item).map(([key, value]) => [key, storableLine(value)])))
    .filter((item) => Object.values(item).some((value) => value !== ''))
