const keyOf = (type: string) => `signwright-held:${type}`

/** The secret of the time that this tab holds, so that a reload finds it again. */
export const keptHolder = (type: string): string | null => sessionStorage.getItem(keyOf(type))

export function keepHolder(type: string, holder: string | null): void {
  try {
    if (holder) sessionStorage.setItem(keyOf(type), holder)
    else sessionStorage.removeItem(keyOf(type))
  } catch {
    // Without storage a reload starts again; the hold expires.
  }
}
