import { existsSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawingNames } from '../../../src/shared/domain/web/drawing-names.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let webRoot: string
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'signwright-site-'))
  await writeFile(
    join(webRoot, 'index.html'),
    '<!doctype html><html lang="en"><head><title>App</title></head><body><div id="root"></div></body></html>',
  )
  server = await startTestServer({ webRoot })
  await server.engine.exec(`
    update public.company_settings set name = 'Borg & Sons';
    insert into public.services (slug, name, summary, base_price, unit, is_public) values
      ('fascia', 'Fascias </script>', 'A tray', 320, 'm2', true), ('hidden', 'Hidden', null, 1, 'm2', false);
    insert into public.manufactured_products (slug, name, summary, base_price, is_public) values
      ('plate', 'House plate', 'Brass, engraved', 48, true), ('secret', 'Secret', null, 1, false);
    insert into public.blog_posts (slug, title, excerpt, body_html, status, published_at) values
      ('letters', 'How large?', 'Three millimetres', '<p>Read <b>this</b></p><script>alert(1)</script>', 'published', now() - interval '1 day'),
      ('soon', 'Soon', null, '', 'published', now() + interval '1 day'), ('draft', 'Draft', null, '', 'draft', null);
    update public.blog_posts set slug = 'letter-size' where slug = 'letters'`)
})
afterAll(async () => {
  await server.close()
  await rm(webRoot, { recursive: true })
})

// By node's own client: `fetch` does not identify itself as opening a page.
const open = (path: string, host?: string, asked?: string) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; html: string }>((resolve, reject) => {
    const headers = {
      accept: 'text/html',
      'sec-fetch-mode': 'navigate',
      ...(host ? { host } : {}),
      ...(asked ? { 'accept-language': asked } : {}),
    }
    httpRequest(server.url + path, { headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          html: Buffer.concat(parts).toString('utf8'),
        }),
      )
    })
      .on('error', reject)
      .end()
  })

test('a service tells a crawler its title, description, canonical, Open Graph, JSON-LD and text', async () => {
  const { status, html } = await open('/services/fascia')
  expect(status).toBe(200)
  expect(html).toContain('<title>Fascias &lt;/script&gt; · Borg &amp; Sons</title>')
  expect(html).toMatch(/<meta name="description" content="A tray from EUR 320.00 per m², without VAT"/)
  expect(html).toMatch(/<link rel="canonical" href="http[^"]*\/services\/fascia" \/>/)
  expect(html).toContain('property="og:title" content="Fascias &lt;/script&gt;"')
  expect(html).toContain('<noscript><main><h1>Fascias &lt;/script&gt;</h1>')
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json ?? ''),
  )
  expect(blocks).toMatchObject([
    { '@type': 'LocalBusiness', name: 'Borg & Sons' },
    { '@type': 'Service', name: 'Fascias </script>', offers: { price: '320.00', priceCurrency: 'EUR' } },
  ])
})

test('a page is written in the language of its address, else of the browser, else of the company, and names the others', async () => {
  const of = (html: string) => [
    /<html lang="([^"]*)"/.exec(html)?.[1],
    /<title>([^<]*)</.exec(html)?.[1],
    /<meta name="description" content="([^"]*)"/.exec(html)?.[1],
    /<link rel="canonical" href="https?:\/\/[^/"]*([^"]*)"/.exec(html)?.[1],
  ]
  expect(of((await open('/schedule-appointment')).html)).toEqual([
    'en',
    'Book a visit · Borg &amp; Sons',
    'Choose a time that is free. It is confirmed at once.',
    '/schedule-appointment',
  ])
  const german = await open('/services/fascia', undefined, 'sv, de-AT;q=0.8')
  expect(of(german.html).slice(2)).toEqual(['A tray ab EUR 320.00 pro m², ohne VAT', '/services/fascia'])
  expect(german.html).toContain('<a href="/client-registration">Preis anfragen</a>')
  const french = (await open('/tips-advice?lang=fr', undefined, 'de')).html
  expect(of(french)).toEqual([
    'fr',
    'Conseils · Borg &amp; Sons',
    'Des tailles qui se lisent, des couleurs qui tiennent, des fichiers qui s’impriment.',
    '/tips-advice?lang=fr',
  ])
  const others = [...french.matchAll(/hreflang="([^"]*)" href="https?:\/\/[^/"]*([^"]*)"/g)].map(([, of, to]) => [
    of,
    to,
  ])
  expect(others).toEqual([
    ['x-default', '/tips-advice'],
    ...['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'mt'].map((each) => [each, `/tips-advice?lang=${each}`]),
  ])
  expect(of((await open('/tips-advice?lang=xx', undefined, 'de')).html).slice(0, 2)).toEqual([
    'de',
    'Tipps und Rat · Borg &amp; Sons',
  ])
  await server.engine.exec(`update public.company_settings set language = 'pt'`)
  expect(of((await open('/coming-soon')).html).slice(0, 2)).toEqual(['pt', 'Em breve · Borg &amp; Sons'])
  await server.engine.exec(`update public.company_settings set language = 'en'`)
})

test('an address that a post had before leads to where it is now; its text has no tags', async () => {
  const old = await open('/tips-advice/letters')
  expect([old.status, old.headers.location]).toEqual([301, '/tips-advice/letter-size'])
  const { html } = await open('/tips-advice/letter-size')
  expect(html).toContain('<p>Read this</p>')
  expect(html).toContain('"@type":"Article"')
})

test.each(['/services/hidden', '/services/none', '/tips-advice/soon', '/tips-advice/draft'])(
  '%s answers 404',
  async (path) => {
    const { status, html } = await open(path)
    expect([status, html.includes('<title>App</title>')]).toEqual([404, true])
  },
)

test('what is not of the site keeps the page of the app, and secrets are not indexed', async () => {
  expect((await open('/dashboard')).html).toContain('<title>App</title>')
  expect((await open('/client-quotations/1')).headers['x-robots-tag']).toBe('noindex')
  expect((await open('/')).html).toContain('<title>App</title>')
  expect((await open('/?preview=public')).html).toContain('<title>Borg &amp; Sons</title>')
})

test('sitemap, robots and feed name what is published and nothing else', async () => {
  const sitemap = (await open('/sitemap.xml')).html
  expect(
    [...sitemap.matchAll(/<loc>[^<]*?(\/(?:services|tips-advice)\/[^<]*)<\/loc>/g)].map(([, path]) => path),
  ).toEqual(['/services/fascia', '/tips-advice/letter-size'])
  expect((await open('/robots.txt')).html).toMatch(/Sitemap: http.*\/sitemap.xml/)
  const feed = (await open('/feed.xml')).html
  expect([...feed.matchAll(/<item><title>([^<]*)/g)].map(([, title]) => title)).toEqual(['How large?'])
})

test('a legal text is listed once it is published; before that its page says that there is none', async () => {
  const listed = async () => (await open('/sitemap.xml')).html.includes('/terms</loc>')
  expect(await listed()).toBe(false)
  expect((await open('/terms')).html).toContain('<p>We have not published this text yet.</p>')
  expect((await open('/privacy-policy')).html).not.toContain('The data we keep about you')
  await server.engine.exec(
    `insert into public.policy_texts (kind, version, body_html) values ('terms', 1, '<p>Ours</p>')`,
  )
  expect(await listed()).toBe(true)
})

test('a product and the home page of the public host tell a crawler what they are', async () => {
  const { html } = await open('/products/manufactured/plate')
  expect(html).toContain('<title>House plate · Borg &amp; Sons</title>')
  expect(html).toContain('"@type":"Product"')
  expect((await open('/products/manufactured/secret')).status).toBe(404)
  expect((await open('/sitemap.xml')).html).toContain('/products/manufactured/plate</loc>')
  expect((await open('/', 'www.borg.example')).html).toContain('<title>Borg &amp; Sons</title>')
  expect((await open('/', 'system.borg.example')).html).toContain('<title>App</title>')
  expect((await open('/our-work')).headers.location).toBe('/services')
})

test('a service and a product lead from an address that visitors knew to where it is now', async () => {
  await server.engine.exec(`insert into public.services (slug, name, base_price, unit, is_public) values
      ('sign', 'Sign', 1, 'm2', true), ('wall', 'Wall', 1, 'm2', true), ('shelf', 'Shelf', 1, 'm2', false);
    update public.services set slug = 'signs' where slug = 'sign';
    update public.services set slug = 'sign-boards' where slug = 'signs';
    update public.services set slug = 'walls' where slug = 'wall';
    insert into public.services (slug, name, base_price, unit, is_public) values ('wall', 'Another wall', 1, 'm2', true);
    update public.services set slug = 'shelves' where slug = 'shelf';
    update public.services set is_public = true where slug = 'shelves';
    insert into public.manufactured_products (slug, name, base_price, is_public) values ('stand', 'Stand', 1, true);
    update public.manufactured_products set slug = 'roll-up' where slug = 'stand'`)
  const leads = async (path: string) => {
    const { status, headers } = await open(path)
    return [status, headers.location]
  }
  expect(await leads('/services/sign')).toEqual([301, '/services/sign-boards'])
  expect(await leads('/services/signs')).toEqual([301, '/services/sign-boards'])
  expect(await leads('/products/manufactured/stand')).toEqual([301, '/products/manufactured/roll-up'])
  expect(await leads('/products/manufactured/stand/settings')).toEqual([301, '/products/manufactured/roll-up/settings'])
  // An address that another record took, and one that visitors never knew.
  expect(await leads('/services/wall')).toEqual([200, undefined])
  expect(await leads('/services/shelf')).toEqual([404, undefined])
})

test('a shared link has the picture of its service or article, and else that of the company', async () => {
  await server.engine.exec(`
    insert into public.services (slug, name, base_price, unit, is_public, picture) values
      ('van', 'Van', 1, 'piece', true, 'van'), ('new', 'New', 1, 'piece', true, 'unknown-drawing');
    update public.website_metadata_settings set setting_value = '/share/company.png' where setting_key = 'og_image'`)
  const pictures = async (path: string) =>
    [...(await open(path)).html.matchAll(/"(?:og|twitter):image" content="http[^"]*?(\/share\/[^"]*)"/g)].map(
      ([, picture]) => picture,
    )
  expect(await pictures('/services/van')).toEqual(['/share/van.png', '/share/van.png'])
  expect(await pictures('/services/new')).toEqual(['/share/company.png', '/share/company.png'])
  expect(await pictures('/leave-review')).toEqual(['/share/company.png', '/share/company.png'])
})

test('every drawing of the site has its picture for shared links', () => {
  expect(drawingNames.filter((name) => !existsSync(`public/share/${name}.png`))).toEqual([])
})
