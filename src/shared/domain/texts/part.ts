import type { Language } from './languages.ts'
import { type Catalogue, type Message, type Texts, type Translation, textsOf } from './texts.ts'

/** How the catalogue of each other language is loaded. */
export type OtherLanguages<English extends Catalogue> = {
  readonly [In in Exclude<Language, 'en'>]: () => Promise<Translation<English, In>>
}

/**
 * The texts of one part of what clients and visitors read. English is in its code; each other language is a file that is loaded when
 * it is read. Where the first code of a page counts, the names of those files are in a file of their own.
 */
export type Part<English extends Catalogue> = {
  name: string
  english: English
  others: OtherLanguages<English> | (() => Promise<OtherLanguages<English>>)
}

/** A part of any catalogue: enough to load its texts. */
export type AnyPart = {
  name: string
  others: Record<Exclude<Language, 'en'>, Load> | (() => Promise<Record<Exclude<Language, 'en'>, Load>>)
}
type Load = () => Promise<unknown>

type Loaded<English extends Catalogue> = { readonly [Key in keyof English]: Message }

/** Loads the catalogue of a part in that language, as plain data; null for English, which is there already. */
export async function loadPart<English extends Catalogue>(
  part: Part<English>,
  language: Language,
): Promise<Loaded<English> | null> {
  if (language === 'en') return null
  const others = typeof part.others === 'function' ? await part.others() : part.others
  const loaded: unknown = await others[language]()
  return loaded as Loaded<English>
}

/** The texts of a part from what `loadPart` gave. */
export const textsOfPart = <English extends Catalogue>(
  part: Part<English>,
  language: Language,
  loaded: Loaded<English> | null,
): Texts<English> => (loaded === null ? textsOf<English>('en', part.english) : textsOf<English>(language, loaded))
