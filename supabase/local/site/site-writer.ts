import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type RenderedPage = { markup: string; state: unknown; module: string; language: string }
type Renderer = {
  renderSite: (
    url: URL,
    about: { host: string; companyDomain: string; staffHosts: string[] },
    asked: readonly string[],
  ) => Promise<RenderedPage | null>
  readThrough: (fetch: (request: Request) => Promise<Response>) => void
}
type Entry = { file: string; css?: string[]; imports?: string[] }

/** Writes the visitor's page into the app's HTML, in the first of the languages asked for that it has; null without a page. */
export type SiteWriter = (url: URL, html: string, host: string, asked: readonly string[]) => Promise<string | null>

/**
 * Loads the server program of the build (src/app/start/site-server.tsx) from `root`; null without one. Its `fetch`
 * serves the API requests that a visitor's browser would send.
 */
export async function openSiteWriter(options: {
  root: string
  fetch: (request: Request) => Promise<Response>
  companyDomain?: string
  staffHosts: (host: string) => string[]
}): Promise<SiteWriter | null> {
  const manifest = await readFile(join(options.root, '.vite', 'manifest.json'), 'utf8').catch(() => null)
  if (manifest === null) return null
  const entries = JSON.parse(manifest) as Record<string, Entry>
  const { renderSite, readThrough } = (await import(
    pathToFileURL(join(options.root, '.site', 'site-server.js')).href
  )) as Renderer
  readThrough(options.fetch)
  return async (url, html, host, asked) => {
    const about = { host, companyDomain: options.companyDomain ?? '', staffHosts: options.staffHosts(host) }
    const page = await renderSite(url, about, asked)
    return (
      page &&
      pageWith(html, page, filesOf(entries, ['index.html', 'src/app/start/hydrate-page.tsx', `src/${page.module}`]))
    )
  }
}

/** The code and the styles of some modules with everything that they import. */
function filesOf(entries: Record<string, Entry>, roots: readonly string[]) {
  const [scripts, styles, seen] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const add = (key: string) => {
    const entry = entries[key]
    if (!entry || seen.has(key)) return
    seen.add(key)
    if (entry.file.endsWith('.js')) scripts.add(entry.file)
    for (const style of entry.css ?? []) styles.add(style)
    entry.imports?.forEach(add)
  }
  roots.forEach(add)
  return { scripts: [...scripts], styles: [...styles] }
}

/**
 * The page with its markup and styles. The code does not start by itself: public/take-over.js loads it after the first
 * paint.
 */
function pageWith(
  html: string,
  { markup, state, language }: RenderedPage,
  files: { scripts: string[]; styles: string[] },
): string {
  const styles = files.styles
    .filter((file) => !html.includes(`"/${file}"`))
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
  const code = files.scripts.map((file) => `/${file}`).join(' ')
  const head = [
    ...styles,
    `<meta name="code-of-page" content="${code}">`,
    '<script defer src="/take-over.js"></script>',
  ]
  const data = `<script type="application/json" id="page-state">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script>`
  return html
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(/\s*<link[^>]*href="\/config\.json"[^>]*>/, '')
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .replace(/<div id="root">.*?<\/div>/s, () => `<div id="root">${markup}</div>\n    ${data}`)
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
}
