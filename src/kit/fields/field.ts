import { withTax } from '@/shared/domain/text/formats'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { Rights } from '@/shared/domain/people/permission'

/**
 * One field of a record. A form holds its draft: the typed text, also when it cannot be saved. `Value` is the saved
 * value.
 */
export type Field<Value> = FieldOptions & {
  label: string
  /** The draft of a stored value; of `undefined`, an empty one. `row`: the other stored values, for a unit. */
  draftOf: (stored: unknown, row?: object) => string
  /** Why a draft that is not empty cannot be saved, in words; null when it can. `drafts`: those of the other fields. */
  problem: (draft: string, drafts?: Drafts) => string | null
  /** Converts a draft without a problem to the saved value. */
  valueOf: (draft: string, drafts?: Drafts) => Value
  /** A draft in the one form in which rules over several fields compare it: `8` is `08:00`. Without it, as typed. */
  plain?: (draft: string) => string
  /** The display text of a draft: `20 Nov 2026`, `€5,000.00`, `yes`. */
  words: (draft: string) => string
  /**
   * The query with the names of rows, for the display text of a draft. `unknown`: the text for a row that is not in it.
   */
  names?: { query: NamesQuery; unknown?: string }
  /** A draft as a table shows it, where words are not enough: the sample of a colour. */
  show?: (draft: string) => ReactNode
  /** Its drafts are in the unit of lengths that the person sees. */
  isLength?: boolean
  /** True for an empty draft. Default: an empty text. */
  isEmpty?: (draft: string) => boolean
  Input: ComponentType<FieldInput>
}

export type Drafts = Readonly<Record<string, string>>
type Named = readonly { value: string; label: string }[]
type NamesQuery = Pick<UseQueryOptions<Named, Error, Named, QueryKey>, 'queryKey' | 'queryFn'>

export type FieldOptions = {
  /** The column header in tables, for a label that repeats the unit of each value. */
  columnLabel?: string
  /** An empty field is a problem, under the field. */
  required?: boolean
  /** The message for an empty required field, if “Please enter a name” does not fit. */
  missing?: string
  /** One sentence under the field; a function where it depends on the formats. */
  help?: string | (() => string)
  placeholder?: string
  /** The label where it depends on the other fields: State or Province, by the country. */
  labelIn?: (drafts: Drafts) => string
  /** A problem that depends on the other fields: a postcode that is none of the country. */
  problemIn?: (draft: string, drafts: Drafts) => string | null
  /** A doubt about the value, which depends on the other fields. It is shown under the field, and the value is saved all the same. */
  doubtIn?: (draft: string, drafts: Drafts) => string | null
  /** People without this right do not see the field, and its column is not saved. */
  right?: (rights: Rights) => boolean
  /** The field shows while this holds; hidden, it has no problem, and its column is saved as empty. */
  hiddenUnless?: (drafts: Drafts) => boolean
  /** Aligns the column right in tables, for numbers. */
  align?: 'right'
  /** Takes the whole width of its section. */
  wide?: boolean
  /** The name of the record that already has this value: for the message under the field after a unique violation. */
  duplicate?: string
  /** The value that a new record begins with. */
  initial?: unknown
  /** Computes the value of an untouched empty field of a new record: an address from the name. */
  proposed?: (drafts: Drafts) => string
  /**
   * What a typed value holds for, in words, from the fields before this one: the amount of which a worth was typed. Where that is
   * another by now, whoever changed it, the field is as if nobody had typed, and says what was typed.
   */
  about?: (drafts: Drafts) => string
  autoComplete?: string
  /** True for a draft whose problem shows during typing: an IBAN that is long enough. */
  checkedWhileTyped?: (draft: string) => boolean
  /** A field that is shown, and not changed here. */
  readOnly?: boolean
  /** The field that takes the second side of a size that is typed into this one. */
  otherSide?: string
}

/** The props of a field's renderer. */
export type FieldInput = {
  id: string
  name: string
  label: string
  required: boolean
  description: string | null
  placeholder: string | undefined
  autoComplete: string
  disabled: boolean
  autoFocus: boolean
  /** The draft. */
  value: string
  error: string | null
  onChange: (draft: string) => void
  /** Puts a draft into the other side of a size. */
  putOther?: ((draft: string) => void) | undefined
  /** The person left the field: its problem may be shown. */
  onBlur: () => void
}

export type Fields = Readonly<Record<string, Field<unknown>>>

/** The saved values of a record with these fields: `{ name: string, limit: string | null }`. */
export type ValuesOf<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never }
export type DraftOf<F extends Fields> = Record<keyof F & string, string>

/** The fields of one kind of record, under the names of their columns. */
export const defineFields = <F extends Fields>(fields: F): F => fields

export const namesOf = <F extends Fields>(fields: F): (keyof F & string)[] => Object.keys(fields)

/** The drafts that a form begins with. `stored` is a row, or the first values of a new record. */
export function draftOf<F extends Fields>(fields: F, stored: object): DraftOf<F> {
  const drafts: Partial<DraftOf<F>> = {}
  for (const name of namesOf(fields)) {
    const field = fields[name]
    if (field) drafts[name] = field.draftOf(name in stored ? Reflect.get(stored, name) : field.initial, stored)
  }
  return drafts as DraftOf<F>
}

type Typed = Readonly<{ to: string; about?: string | null }>

/**
 * The drafts of a form: what was typed, without what was typed for something else (`outdated`), and for a new record with proposals in the
 * empty fields that nobody has edited.
 */
export function currentDrafts<F extends Fields>(
  fields: F,
  kept: { values: DraftOf<F>; edits: Partial<Record<keyof F & string, Typed>> },
  stored: DraftOf<F>,
  typed: ReadonlySet<string> | null,
): { drafts: DraftOf<F>; outdated: Partial<Record<keyof F & string, Typed>> } {
  const drafts = { ...kept.values }
  const outdated: Partial<Record<keyof F & string, Typed>> = {}
  for (const name of namesOf(fields)) {
    const { about, proposed: propose } = fields[name] ?? {}
    const edit = kept.edits[name]
    const isOutdated = about !== undefined && edit !== undefined && edit.about !== about(drafts)
    if (isOutdated) {
      drafts[name] = stored[name]
      outdated[name] = edit
    }
    // A proposal sees those of the fields before it.
    if (propose && typed && drafts[name] === '' && (isOutdated || !typed.has(name))) drafts[name] = propose(drafts)
  }
  return { drafts, outdated }
}

/** The drafts as rules over several fields compare them. */
export function plainDrafts<F extends Fields>(fields: F, drafts: DraftOf<F>): DraftOf<F> {
  const plain = { ...drafts }
  for (const name of namesOf(fields)) plain[name] = fields[name]?.plain?.(drafts[name]) ?? drafts[name]
  return plain
}

export const isShown = (field: FieldOptions, drafts: Drafts, rights: Rights): boolean =>
  (field.right?.(rights) ?? true) && (field.hiddenUnless?.(drafts) ?? true)

const isEmpty = (field: Field<unknown>, draft: string): boolean => field.isEmpty?.(draft) ?? draft.trim() === ''

/** The sentence under a field; null without one. */
export const helpOf = ({ help }: FieldOptions): string | null =>
  help ? withTax(typeof help === 'string' ? help : help()) : null

/** Why the drafts cannot be saved, by field and in words. */
export function problemsOf<F extends Fields>(
  fields: F,
  drafts: DraftOf<F>,
  rights: Rights,
): Partial<Record<keyof F & string, string>> {
  const problems: Partial<Record<keyof F & string, string>> = {}
  for (const name of namesOf(fields)) {
    const field = fields[name]
    if (!field || !isShown(field, drafts, rights)) continue
    const draft = drafts[name]
    const problem = isEmpty(field, draft)
      ? field.required
        ? missing(field)
        : null
      : (field.problem(draft, drafts) ?? field.problemIn?.(draft, drafts) ?? null)
    if (problem) problems[name] = problem
  }
  return problems
}

/** Required fields that are empty, by their labels: why a button is disabled. */
export const missingLabels = <F extends Fields>(fields: F, drafts: DraftOf<F>, rights: Rights): string[] =>
  namesOf(fields).flatMap((name) => {
    const field = fields[name]
    if (!field?.required || !isShown(field, drafts, rights)) return []
    return isEmpty(field, drafts[name]) ? [withTax(field.label)] : []
  })

/** The values to save. A hidden field is saved as empty; a field that the person may not see is left out. */
export function valuesOf<F extends Fields>(fields: F, drafts: DraftOf<F>, rights: Rights): Partial<ValuesOf<F>> {
  const values: Partial<ValuesOf<F>> = {}
  for (const name of namesOf(fields)) {
    const field = fields[name]
    if (!field || field.readOnly || !(field.right?.(rights) ?? true)) continue
    Object.assign(values, { [name]: field.valueOf(isShown(field, drafts, rights) ? drafts[name] : '', drafts) })
  }
  return values
}

const missing = ({ label: written, missing: words }: FieldOptions & { label: string }): string => {
  const label = withTax(written)
  // Abbreviations keep their capitals: VAT, IBAN.
  return (
    (words && withTax(words)) ??
    (/^(What|Who|Why|How|Their|Words|Your) /.test(label) ? 'Please fill this in' : null) ??
    `Please enter ${withArticle(/^[A-Z]{2}/.test(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`)}`
  )
}

/** `an order`, `a name` */
export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
