import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { tries, word } from './act.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

test.each([
  ['https://example.com/logo.png', 'done'],
  ['http://localhost:54321/storage/v1/object/public/avatars/a.png', 'done'],
  ['/logo.png', 'done'],
  ['javascript:alert(1)', '23514'],
  ['data:image/svg+xml,<svg onload=alert(1)>', '23514'],
  ['//elsewhere.example/x.png', '23514'],
  ['file:///etc/passwd', '23514'],
  ['logo.png', '23514'],
])('T13: a logo is an address of the web or of this server: %s', async (address, outcome) => {
  const company = `update public.company_settings set logo_url = '${address}'`
  const contact = `update public.contacts set logo_url = '${address}' where id = '${row.business}'`
  expect([word(await tries(engine, 'admin', company)), word(await tries(engine, 'admin', contact))]).toEqual([
    outcome,
    outcome,
  ])
})
