const key = 'signwright-brief'

/** The link of the brief that was begun in this browser. */
export const keptBrief = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keepBrief(link: string | null): void {
  try {
    if (link) localStorage.setItem(key, link)
    else localStorage.removeItem(key)
  } catch {
    // Without storage the link in the address resumes it.
  }
}
