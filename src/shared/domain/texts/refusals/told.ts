import type { Language } from '../languages.ts'

/** Says in a language other than English why something failed. */
type Teller = { language: Language; say: (error: unknown) => string }

let teller: Teller | null = null
const listeners = new Set<() => void>()

/** Who says why something failed; null for readers of English, and until another language is there. */
export const loadedTeller = (): Teller | null => teller
export function tellBy(next: Teller): void {
  teller = next
  for (const tell of listeners) tell()
}
export function onTeller(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
