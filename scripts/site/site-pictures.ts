// Draws the photographs of the demo company's site into supabase/demo, each in the widths that an upload makes:
// `node scripts/site/site-pictures.ts`.
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findBrowser } from '../browser.ts'
import { scenes } from './site-scenes.ts'

const to = fileURLToPath(new URL('../../supabase/demo', import.meta.url))
const widths = [480, 960, 1600]

await mkdir(to, { recursive: true })
const browser = await chromium.launch({ executablePath: await findBrowser({ lean: true }), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  for (const [name, drawing] of Object.entries(scenes))
    for (const width of widths) {
      const data = await page.evaluate(
        async ({ svg, wide }) => {
          const picture = new Image()
          picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
          await picture.decode()
          const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: (wide * 10) / 16 })
          canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
          return canvas.toDataURL('image/webp', 0.72)
        },
        { svg: drawing, wide: width },
      )
      const bytes = Buffer.from(data.split(',')[1] ?? '', 'base64')
      await writeFile(`${to}site-${name}-${width}.webp`, bytes)
      process.stdout.write(`site-${name}-${width}.webp ${Math.round(bytes.length / 1000)} kB\n`)
    }
} finally {
  await browser.close()
}
