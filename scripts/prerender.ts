// Writes the public site for a static host, where the app runs on Supabase alone:
//   DATABASE_URL=postgres://… npm run prerender -- https://www.example.com dist-site
// Each public address becomes a file with its words, head and structured data in it, beside sitemap.xml, robots.txt and
// feed.xml. It reads as a visitor, so nothing unpublished can come out. Run it after `npm run build`, at every deploy and
// whenever the office has published something (docs/scale.md).
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openPostgres } from '../supabase/local/engine/postgres-engine.ts'
import { openRestAndAuth } from '../supabase/local/rest-auth/rest-and-auth.ts'
import { createKeys } from '../supabase/local/gateway/keys.ts'
import { escaped } from '../supabase/local/site/html.ts'
import { createPublicSite } from '../supabase/local/site/public-site.ts'
import { openSiteWriter } from '../supabase/local/site/site-writer.ts'

const [origin, folder = 'dist-site'] = process.argv.slice(2)
const databaseUrl = process.env.DATABASE_URL
if (!origin || !databaseUrl)
  throw new Error('DATABASE_URL=postgres://… npm run prerender -- https://www.example.com dist-site')

const leadingTo = (address: string): string =>
  `<!doctype html><meta charset="utf-8" /><meta http-equiv="refresh" content="0; url=${escaped(address)}" /><link rel="canonical" href="${escaped(address)}" /><title>Moved</title><a href="${escaped(address)}">It is here now.</a>\n`

const engine = await openPostgres(databaseUrl)
try {
  const siteUrl = () => new URL(origin).origin
  const mailer = { send: () => Promise.reject(new Error('Writing the site sends no mail.')) }
  const rest = await openRestAndAuth({ engine, keys: createKeys(), mailer, siteUrl, origins: () => [] })
  const caller = { role: 'anon', userId: null, claims: null } as const
  const writer = openSiteWriter({
    root: 'dist',
    fetch: (request) => rest.rest.handle(request, { caller, ip: '' }),
    companyDomain: new URL(origin).hostname,
    staffHosts: () => [],
  })
  const site = createPublicSite({ engine, siteUrl, writer: () => writer })
  const app = await readFile(join('dist', 'index.html'), 'utf8')
  const put = async (file: string, text: string) => {
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }

  let map = ''
  for (const file of ['/sitemap.xml', '/robots.txt', '/feed.xml']) {
    const text = (await (await site.files(file))?.text()) ?? ''
    if (file === '/sitemap.xml') map = text
    await put(file, text)
  }
  const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address))
  for (const address of addresses) {
    const page = await site.page(address, app)
    if (page === null || 'movedTo' in page) throw new Error(`${address.pathname} has no page of its own.`)
    await put(join(address.pathname, 'index.html'), page.html)
  }
  // A static host cannot answer 301, so a former address is a page that redirects.
  const former = await engine.query<{ path: string }>(
    `select case kind when 'post' then '/tips-advice/' when 'service' then '/services/' else '/products/manufactured/' end || slug as path
       from private.former_slugs`,
  )
  for (const { path } of former.rows) {
    const page = await site.page(new URL(path, siteUrl()), app)
    if (page !== null && 'movedTo' in page) await put(join(path, 'index.html'), leadingTo(siteUrl() + page.movedTo))
  }
  console.log(`${addresses.length} pages in ${folder}.`)
  await rest.close()
} finally {
  await engine.close()
}
