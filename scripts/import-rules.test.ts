import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

/** For each rule of `.dependency-cruiser.cjs` a file that breaks it, and its import. */
const bad: Record<string, [file: string, imported: string]> = {
  'no-cycles': ['src/shared/lib/one.ts', 'src/shared/lib/two.ts'],
  'domain-is-pure': ['src/shared/domain/a.ts', 'src/shared/ui/x.ts'],
  'shared-imports-only-shared': ['src/shared/ui/a.ts', 'src/kit/x.ts'],
  'machines-are-pure': ['src/machines/a.ts', 'src/streams/x.ts'],
  'streams-know-no-ui-or-machines': ['src/streams/a.ts', 'src/machines/x.ts'],
  'streams-react-is-the-bridge': ['src/streams/react/a.ts', 'src/shared/ui/x.ts'],
  'features-do-not-know-each-other': ['src/features/sales/quotations/a.ts', 'src/features/sales/orders/x.ts'],
  'what-an-area-shares-knows-no-feature': ['src/features/sales/shared/a.ts', 'src/features/sales/orders/x.ts'],
  'kit-knows-no-feature': ['src/kit/a.ts', 'src/features/sales/orders/x.ts'],
  'documents-know-no-screen': ['src/documents/a.ts', 'src/kit/x.ts'],
  'nobody-imports-app': ['src/features/sales/orders/a.ts', 'src/app/x.ts'],
  'supabase-only-at-the-edge': ['src/app/a.ts', 'node_modules/@supabase/some-js/index.js'],
  'queries-only-through-api-and-actors': ['src/features/sales/orders/b.ts', 'src/shared/db/client.ts'],
  'e2e-uses-the-app-from-outside': ['tests/e2e/a.ts', 'src/app/x.ts'],
  'models-know-machines-only': ['tests/models/a.ts', 'src/shared/ui/x.ts'],
  'no-tests-in-production': ['src/app/b.ts', 'src/app/x.test.ts'],
  'the-app-does-not-know-its-backend': ['src/app/c.ts', 'supabase/local/x.ts'],
  'functions-import-only-their-shared': ['supabase/functions/a/index.ts', 'supabase/local/x.ts'],
  'the-backend-does-not-know-the-app': ['supabase/local/a.ts', 'src/app/x.ts'],
}

const root = mkdtempSync(join(tmpdir(), 'import-rules-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function put(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

/** The broken rules by file, as the import rules of `npm run check` find them in the planted files. */
function broken(): Map<string, string[]> {
  for (const [file, imported] of Object.values(bad)) {
    const written = imported.startsWith('node_modules/') ? '@supabase/some-js' : relativeTo(file, imported)
    put(imported, 'export const x = 1\n')
    put(file, `import { x } from '${written}'\nexport const y = x\n`)
  }
  put('src/shared/lib/two.ts', `import { y } from './one.ts'\nexport const x = y\n`)
  put('node_modules/@supabase/some-js/package.json', '{"name":"@supabase/some-js","main":"index.js"}')
  put('package.json', '{"dependencies":{"@supabase/some-js":"1"}}')
  put('tsconfig.json', '{"compilerOptions":{"allowImportingTsExtensions":true,"noEmit":true}}')
  symlinkSync(resolve('node_modules/typescript'), join(root, 'node_modules/typescript'))
  const config = resolve('.dependency-cruiser.cjs')
  const run = spawnSync(
    resolve('node_modules/.bin/depcruise'),
    ['src', 'supabase', 'tests', '--config', config, '--output-type', 'json'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  const { summary } = JSON.parse(run.stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } }
  const found = new Map<string, string[]>()
  for (const { from, rule } of summary.violations) found.set(from, [...(found.get(from) ?? []), rule.name])
  return found
}

const relativeTo = (file: string, imported: string) => `${'../'.repeat(file.split('/').length - 1)}${imported}`

test('every import rule catches a bad import that is planted for it', () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string }[]
  }
  const found = broken()
  const caught = Object.entries(bad).filter(([rule, [file]]) => found.get(file)?.includes(rule))
  expect(caught.map(([rule]) => rule)).toEqual(forbidden.map(({ name }) => name))
})
