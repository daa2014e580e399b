import { countText } from '../text/formats.ts'
import type { Language, PluralForms } from './languages.ts'

/**
 * A sentence with places for values, `Valid until {day}`, or one whole sentence for each plural category of the number that
 * `by` names: `{ by: 'count', one: '{count} day', other: '{count} days' }`.
 */
export type Message = string | { readonly by: string; readonly [form: string]: string }
/** The English texts of one part of the product. They are the authority for keys and places. */
export type Catalogue = Readonly<Record<string, Message>>

/** A catalogue in another language: every key, and every plural form that the language has. What is missing does not compile. */
export type Translation<English extends Catalogue, In extends Language> = {
  readonly [Key in keyof English]: English[Key] extends { readonly by: infer By extends string }
    ? { readonly by: By } & Readonly<Record<PluralForms[In], string>>
    : string
}

type PlacesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlacesIn<Rest> : never
type NumberOf<One> = One extends { readonly by: infer By extends string } ? By : never
type PlacesOf<One> = One extends { readonly by: string } ? PlacesIn<One[Exclude<keyof One, 'by'>]> : PlacesIn<One>
/** What a message is filled with: a number where it counts, else texts. */
export type ValuesOf<One> = Readonly<
  Record<NumberOf<One>, number> & Record<Exclude<PlacesOf<One>, NumberOf<One>>, string>
>

/**
 * The texts of a catalogue in one language: `texts('valid_until', { day })`. An unknown key or a forgotten value does not compile.
 * `Given` names the places that are filled already.
 */
export type Texts<English extends Catalogue, Given extends string = never> = {
  <Key extends keyof English & string>(
    key: Key,
    ...values: [Exclude<keyof ValuesOf<English[Key]>, Given>] extends [never]
      ? []
      : [values: Omit<ValuesOf<English[Key]>, Given>]
  ): string
  readonly language: Language
}

/** The same texts with values that they all share, such as the name of the tax. `given` is asked at each use. */
export function textsWith<English extends Catalogue, Given extends string>(
  texts: Texts<English>,
  given: () => Readonly<Record<Given, string>>,
): Texts<English, Given> {
  const write: unknown = texts
  const plain = write as (key: string, values: object) => string
  return Object.assign((key: string, values: object = {}) => plain(key, { ...given(), ...values }), {
    language: texts.language,
  })
}

const rules = new Map<Language, Intl.PluralRules>()
function pluralForm(language: Language, count: number): string {
  const known = rules.get(language) ?? new Intl.PluralRules(language === 'pt' ? 'pt-PT' : language)
  rules.set(language, known)
  return known.select(count)
}

/**
 * A text with its places filled; a place without a value stays. A value that ends with a full stop, `MwSt.` or `Ltd.`, takes the
 * place of the one that ends the sentence.
 */
export const filled = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replace(/\{(\w+)\}(\.(?!\.))?/g, (place, name: string, stop: string = '') => {
    const value = valueOf(name)
    return value === undefined ? place : /[^.]\.$/.test(value) ? value : value + stop
  })

/** The texts of one language. The caller loads the catalogue, so that a reader loads no other. */
export function textsOf<English extends Catalogue>(
  language: Language,
  catalogue: { readonly [Key in keyof English]: Message },
): Texts<English> {
  const write = (key: keyof English, values: Readonly<Record<string, string | number>> = {}): string => {
    const message: Message = catalogue[key]
    const count = typeof message === 'string' ? 0 : Number(values[message.by] ?? 0)
    const text =
      typeof message === 'string' ? message : (message[pluralForm(language, count)] ?? message['other'] ?? '')
    return filled(text, (name) => {
      const value = values[name]
      return typeof value === 'number' ? countText(value) : value
    })
  }
  return Object.assign(write, { language })
}
