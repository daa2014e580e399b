// Draws the icons of the installed app and of notices from public/favicon.svg into public/icons: `npm run icons`.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from './browser.ts'

const folder = join('public', 'icons')
const mark = await readFile(join('public', 'favicon.svg'), 'utf8')

/** `inset`: the share of the side around the mark. A maskable icon loses up to a fifth of each side. */
const icons = [
  { name: 'icon-192', size: 192, inset: 0.08, ground: '#ffffff' },
  { name: 'icon-512', size: 512, inset: 0.08, ground: '#ffffff' },
  { name: 'icon-maskable', size: 512, inset: 0.2, ground: '#ffffff' },
  { name: 'apple-touch-icon', size: 180, inset: 0.12, ground: '#ffffff' },
  // Android draws the shape of a badge in one colour.
  { name: 'badge', size: 96, inset: 0.02, ground: 'transparent' },
]
const oneColour = '<style>circle, path { stroke: #ffffff !important }</style>'

const browser = await chromium.launch({ executablePath: await findBrowser({ lean: true }), args: ['--no-sandbox'] })
try {
  await mkdir(folder, { recursive: true })
  for (const { name, size, inset, ground } of icons) {
    const sheet = await browser.newPage({ viewport: { width: size, height: size } })
    await sheet.setContent(
      `<style>html, body { margin: 0; background: ${ground} } svg { display: block; width: ${size * (1 - 2 * inset)}px; margin: ${size * inset}px }</style>` +
        (ground === 'transparent' ? mark.replace('<circle', `${oneColour}<circle`) : mark),
    )
    await sheet.screenshot({ path: join(folder, `${name}.png`), omitBackground: ground === 'transparent' })
    await sheet.close()
  }
} finally {
  await browser.close()
}
