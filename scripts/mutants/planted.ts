import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import { z } from 'zod'

// A test file of its own: for each fault of MUTANT_PLAN it runs the test files that should notice it. They share the world of the
// worker, in which the fault is planted for as long as they run; after the first failure the rest is skipped.

const planSchema = z.object({
  verdicts: z.string(),
  faults: z.array(z.object({ at: z.number(), sql: z.string(), rows: z.string(), files: z.array(z.string()) })),
})
const { faults, verdicts } = planSchema.parse(JSON.parse(readFileSync(process.env['MUTANT_PLAN'] ?? '', 'utf8')))

/** No database is opened for a fault that was noticed. See `openTestDatabase`. */
const noticed = 'noticed'

/** Of the matrix only the rows of the table; of the lints not their examples, which may be the very fault. */
const isWanted = (file: string, test: string, rows: string): boolean =>
  file.endsWith('permission-matrix.test.ts') ? test.startsWith(rows) : !test.startsWith('the lint would notice')

type Failure = { file: string; test: string; because: string }

for (const { at, sql, rows, files } of faults)
  describe(`fault ${at}`, () => {
    let began = 0
    const begun = new Set<string>()
    let failure: Failure | null = null
    const fails = (found: Failure) => {
      failure ??= found
      process.env['DATABASE_FAULT'] = noticed
    }
    beforeAll(() => {
      began = performance.now()
      process.env['DATABASE_FAULT'] = sql
    })
    afterAll(() => {
      delete process.env['DATABASE_FAULT']
      // The fault keeps a file from making its world; where no file could, the fault itself is not valid.
      const stopped = begun.size > 0 && !failure ? files.find((file) => !begun.has(file)) : undefined
      if (stopped !== undefined)
        failure = { file: stopped, test: 'before its tests', because: 'its world could not be made' }
      const seconds = (performance.now() - began) / 1000
      appendFileSync(verdicts, `${JSON.stringify({ at, failure, seconds, files: begun.size })}\n`)
    })
    for (const file of files)
      describe(file, async () => {
        beforeEach(({ skip, task }) => {
          begun.add(file)
          if (failure || !isWanted(file, task.name, rows)) skip()
        })
        afterEach(({ task }) => {
          if (failure || task.result?.state !== 'fail') return
          fails({
            file,
            test: task.name,
            because: task.result.errors?.[0]?.message.split('\n')[0]?.slice(0, 300) ?? '',
          })
        })
        await import(/* @vite-ignore */ `../../${file}?fault=${at}`)
      })
  })
