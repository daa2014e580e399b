import { useState } from 'react'

/** The draft of a form of the site, kept in this tab until it is sent. It survives a reload and a lost connection. */
export function useTyped<Names extends string>(form: string, names: readonly Names[]) {
  const key = keyOf(form)
  const [typed, setTyped] = useState<Record<Names, string>>(() => kept(key, names))
  const put = (name: Names, value: string) =>
    setTyped((before) => {
      const next = { ...before, [name]: value }
      try {
        sessionStorage.setItem(key, JSON.stringify(next))
      } catch {
        // A full or forbidden storage keeps nothing; the form works all the same.
      }
      return next
    })
  return { typed, put }
}

/** Forgets the draft after sending, so that the next person at this screen does not see it. */
export function forgetTyped(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form))
  } catch {
    // A forbidden storage kept nothing.
  }
}

const keyOf = (form: string) => `signwright-form:${form}`

const empty = <Names extends string>(names: readonly Names[]) =>
  Object.fromEntries(names.map((name) => [name, ''])) as Record<Names, string>

function kept<Names extends string>(key: string, names: readonly Names[]): Record<Names, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    const texts = Object.entries(stored ?? {}).filter(
      ([name, value]) => names.some((known) => known === name) && typeof value === 'string',
    )
    return { ...empty(names), ...Object.fromEntries(texts) }
  } catch {
    return empty(names)
  }
}
