// Draws the pictures of shared links of the public site, 1200 × 630: one for each drawing and one of the company, into
// public/share. Run it after a drawing has changed: `npm run share-pictures`.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { createServer } from 'vite'
import { drawingNames } from '../src/shared/domain/web/drawing-names.ts'
import { findBrowser } from './browser.ts'

const folder = join('public', 'share')
const size = { width: 1200, height: 630 }

const page = `<!doctype html><style>
  :root { --signwright-key: #14191e; --signwright-ground: #fff }
  body { margin: 0 }
  #root { width: 1200px; height: 630px; display: flex; justify-content: center; overflow: hidden; --mantine-font-family: 'Inter Variable' }
  #root > svg { width: 840px; flex: none }
  #root.several > svg { width: 400px; height: 630px }
</style><div id="root"></div><script type="module">
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  import { flushSync } from 'react-dom'
  import '@fontsource-variable/inter/wght.css'
  import { Drawing } from '/src/features/site/shared/art/drawing.tsx'
  const place = document.getElementById('root')
  const root = createRoot(place)
  window.draw = (names) => {
    flushSync(() => root.render(names.map((name) => createElement(Drawing, { key: name, name }))))
    place.className = names.length > 1 ? 'several' : ''
    place.style.background = getComputedStyle(place.firstElementChild).backgroundColor
  }
</script>`

const server = await createServer({ appType: 'custom', logLevel: 'error', server: { port: 0, hmr: false } })
server.middlewares.use('/share.html', (_, answer) => {
  void server
    .transformIndexHtml('/share.html', page)
    .then((html) => answer.setHeader('content-type', 'text/html').end(html))
})
await server.listen()
const browser = await chromium.launch({ executablePath: await findBrowser({ lean: true }), args: ['--no-sandbox'] })
try {
  await mkdir(folder, { recursive: true })
  const sheet = await browser.newPage({ viewport: size })
  await sheet.goto(`${server.resolvedUrls?.local[0] ?? ''}share.html`)
  await sheet.waitForFunction('window.draw')
  const pictures: [string, readonly string[]][] = [
    ...drawingNames.map((name): [string, string[]] => [name, [name]]),
    ['company', ['fascia', 'window', 'van']],
  ]
  for (const [file, names] of pictures) {
    await sheet.evaluate(`draw(${JSON.stringify(names)})`)
    await sheet.evaluate('document.fonts.ready')
    await sheet.screenshot({ path: join(folder, `${file}.png`) })
  }
  console.log(`${pictures.length} pictures in ${folder}.`)
} finally {
  await browser.close()
  await server.close()
}
