/**
 * The build of one of our pages: the name of its first script, which contains the hash of all its code. Null without
 * such a name, as in development.
 */
export const buildOfPage = (html: string): string | null =>
  /<script[^>]+src="[^"]*\/assets\/([^"/]+\.js)"/.exec(html)?.[1] ?? null

/** The build that runs in this tab. */
export const runningBuild = (): string | null =>
  buildOfPage([...document.querySelectorAll('script[type="module"][src]')].map((script) => script.outerHTML).join(''))

/**
 * The build that the server gives out now, read from the page itself, so that it works wherever the files are served
 * from. Null when it cannot be read. A page that did not change is answered in a few bytes (304).
 */
export async function servedBuild(): Promise<string | null> {
  try {
    const answer = await fetch('/index.html', {
      cache: 'no-cache',
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(10_000),
    })
    return answer.ok ? buildOfPage(await answer.text()) : null
  } catch {
    return null
  }
}
