import type { Language } from '../languages.ts'

/** The refusals of one language: null for a sentence that has no code. */
type Refusals = { language: Language; say: (sentence: string) => string | null }
/** What is said of any failure in one language. */
type General = { language: Language; refused: string; cannotWait: string }

/** The language of the open page of a client; English for staff. */
let reader: Language = 'en'
let loaded: Refusals | null = null
let general: General | null = null
const listeners = new Set<() => void>()

/** What was loaded last; null before the first refusal. */
export const loadedRefusals = (): Refusals | null => loaded
/** What is said without a reason, in the reader's language; null while it loads, and for English. */
export const generalRefusals = (): General | null => general
export function onRefusals(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Tells whose page is open. What is said without a reason is loaded at once, because it is said without a network; once a refusal came,
 * so are the sentences of another language.
 */
export function readRefusalsIn(language: Language): void {
  reader = language
  void loadGeneral(language)
  if (loaded !== null) void loadRefusals()
}

async function loadGeneral(language: Language): Promise<void> {
  if (language === 'en' || general?.language === language) return
  try {
    const say = await (await import('../pages/load')).pageTexts(language)
    general = { language, refused: say('refused'), cannotWait: say('cannot_wait') }
    for (const tell of listeners) tell()
  } catch {
    // Without a network the sentence stays English.
  }
}

/** Loads the refusals in the reader's language, when one came. Without a network a refusal stays without its reason. */
export async function loadRefusals(): Promise<void> {
  const language = reader
  if (language === 'en' || loaded?.language === language) return
  try {
    loaded = { language, say: await (await import('./sentences')).refusalsIn(language) }
    for (const tell of listeners) tell()
  } catch {
    // The next refusal tries again.
  }
}
