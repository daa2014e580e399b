import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../supabase/local/testing/test-database.ts'
import { readCatalog } from '../../supabase/local/types/catalog.ts'
import { printDocumentKinds, readDocumentKinds } from '../../supabase/local/types/document-kinds.ts'
import { printNames, readNames } from '../../supabase/local/types/names.ts'
import { printTypes } from '../../supabase/local/types/print.ts'

test('the row types of the app are those of the migrations (npm run db:types writes them)', async () => {
  await using stack = new AsyncDisposableStack()
  const engine = stack.adopt(await openTestDatabase(), (opened) => opened.close())
  const committed = await readFile(new URL('../../src/shared/db/database.types.ts', import.meta.url), 'utf8')

  expect(committed).toBe(printTypes(await readCatalog(engine)))
})

test('so are the names of pages and permissions', async () => {
  await using stack = new AsyncDisposableStack()
  const engine = stack.adopt(await openTestDatabase(), (opened) => opened.close())
  const committed = await readFile(
    new URL('../../src/shared/domain/people/permission-names.ts', import.meta.url),
    'utf8',
  )

  expect(committed).toBe(printNames(await readNames(engine)))
})

test('and the kinds of documents are those of the register', async () => {
  await using stack = new AsyncDisposableStack()
  const engine = stack.adopt(await openTestDatabase(), (opened) => opened.close())
  const committed = await readFile(
    new URL('../../src/shared/domain/records/document-kinds.ts', import.meta.url),
    'utf8',
  )

  expect(committed).toBe(printDocumentKinds(await readDocumentKinds(engine)))
})
