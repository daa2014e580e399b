import type { Language } from '../languages.ts'

/** The refusals of one language: null for a sentence that has no code. */
type Refusals = { language: Language; say: (sentence: string) => string | null }

/** The language of the open page of a client; English for staff. */
let reader: Language = 'en'
let loaded: Refusals | null = null
const listeners = new Set<() => void>()

/** What was loaded last; null before the first refusal. */
export const loadedRefusals = (): Refusals | null => loaded
export function onRefusals(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

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
    for (const tell of listeners) tell()
  } catch {
    // The next refusal tries again.
  }
}
