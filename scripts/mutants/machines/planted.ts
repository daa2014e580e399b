import { appendFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, describe, test } from 'vitest'
import { readPlan } from './plan.ts'

// A test file of its own: for each fault it runs the unit tests that speak of the machine. Everything that they import from the machines
// and the models is loaded anew for each fault, with the fault in it; see vitest.config.ts. After the first failure the rest is skipped.

const { verdicts, trials } = readPlan()

for (const { at, tests } of trials)
  describe(`fault ${at}`, () => {
    let by: string | null = null
    afterAll(() => appendFileSync(verdicts, `${JSON.stringify({ at, by })}\n`))
    for (const file of tests)
      describe(file, async () => {
        beforeEach(({ skip }) => {
          if (by !== null) skip()
        })
        afterEach(({ task }) => {
          if (task.result?.state === 'fail') by ??= `${file} (${task.name})`
        })
        try {
          await import(/* @vite-ignore */ `../../../${file}?fault=${at}`)
        } catch (error) {
          by ??= `${file} (before its tests: ${String(error).slice(0, 80)})`
          test('its machine can be made', () => {})
        }
      })
  })
