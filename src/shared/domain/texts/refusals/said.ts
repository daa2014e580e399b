import type { Language } from '../languages.ts'

/** The language of the open page of a client; English for staff. */
let reader: Language = 'en'
let loaded: { language: Language; say: (sentence: string) => string | null } | null = null

/** Tells whose page is open. Once a refusal came, the sentences of another language are loaded at once. */
export function readRefusalsIn(language: Language): void {
  reader = language
  if (loaded !== null) void loadRefusals()
}

/** Loads the refusals in the reader's language, when one came. Without a network a refusal stays without its reason. */
export async function loadRefusals(): Promise<void> {
  const language = reader
  if (language === 'en' || loaded?.language === language) return
  try {
    loaded = { language, say: await (await import('./sentences')).refusalsIn(language) }
  } catch {
    // The next refusal tries again.
  }
}

/** A sentence of the database in that language; null for one that is not known or not loaded. */
export const refusalIn = (language: Language, sentence: string): string | null =>
  loaded?.language === language ? loaded.say(sentence) : null
