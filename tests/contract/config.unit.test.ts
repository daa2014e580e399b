import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'

const supabase = new URL('../../supabase/', import.meta.url)
const config = await readFile(new URL('config.toml', supabase), 'utf8')

/** `[section]` → its `key = value` lines, raw. Enough TOML for this file: no nested tables, no multi-line strings. */
const sections = new Map(
  config.split(/^(?=\[)/m).map((block) => {
    const [heading = '', ...lines] = block.split('\n')
    const pairs = lines.flatMap((line) => {
      const [, key, value] = /^(\w+) = (.+)$/.exec(line) ?? []
      return key && value ? [[key, value] as const] : []
    })
    return [heading.trim(), Object.fromEntries(pairs)]
  }),
)

const configuredFunctions = [...sections.keys()].flatMap((heading) => /^\[functions\.(.+)\]$/.exec(heading)?.[1] ?? [])

/** Functions that visitors call by a document's secret link, and the one that the bank calls. Each checks its caller. */
const forVisitors = [
  'calendar-feed',
  'card-payment',
  'document-pdf',
  'electronic-network',
  'mockup-files',
  'quotation-pictures',
  'viva-webhook',
]

describe('config.toml', () => {
  test('names exactly the functions that exist', async () => {
    const entries = await readdir(new URL('functions/', supabase), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    expect(configuredFunctions.sort()).toEqual(folders.map((folder) => folder.name).sort())
  })

  test.each(configuredFunctions)('%s refuses callers without a token, unless it is for visitors', (name) => {
    expect(sections.get(`[functions.${name}]`)).toEqual({
      enabled: 'true',
      verify_jwt: String(!forVisitors.includes(name)),
      import_map: '"./functions/deno.json"',
      entrypoint: `"./functions/${name}/index.ts"`,
    })
  })

  test('the shortest password has six characters, and an address is confirmed before it is used (spec 1 §9, §8)', () => {
    expect(sections.get('[auth]')?.['minimum_password_length']).toBe('6')
    expect(sections.get('[auth.email]')?.['enable_confirmations']).toBe('true')
  })

  test('mail links may lead to exact addresses only', () => {
    const list = /additional_redirect_urls = \[([^\]]*)\]/.exec(config)?.[1] ?? ''
    const urls = [...list.matchAll(/"([^"]+)"/g)].map(([, url]) => url)
    expect(urls.length).toBeGreaterThan(0)
    expect(urls.filter((url) => url?.includes('*'))).toEqual([])
  })

  test('only the public schema is an API', () => {
    expect(sections.get('[api]')?.['schemas']).toBe('["public"]')
  })
})
