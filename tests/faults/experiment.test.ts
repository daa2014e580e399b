import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const verdictSchema = z.looseObject({
  holds: z.boolean(),
  faults: z.number(),
  written: z.object({ ok: z.number(), fail: z.number(), info: z.number() }),
  lost: z.number(),
  wrongBadges: z.number(),
  nudges: z.object({ sent: z.number(), unheard: z.number() }),
})

/** A separate process: each person has a whole app, and its event loop is not the test's. */
async function experiment(...options: string[]) {
  const command = ['tests/bench/faults.ts', '--json', ...options]
  const run = promisify(execFile)(process.execPath, command, { timeout: 240_000, maxBuffer: 10_000_000 })
  const { stdout } = await run.catch((failed: unknown) => z.object({ stdout: z.string() }).parse(failed))
  process.stdout.write(stdout)
  return verdictSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
}

describe.concurrent('notices written through killed servers, cut lines and wrong answers', () => {
  test('are all on the screens of their people, once, and on no other', { timeout: 250_000 }, async () => {
    const verdict = await experiment('--notices', '2000', '--people', '20', '--write-for', '80000')
    expect(verdict).toMatchObject({
      holds: true,
      gone: 0,
      lost: 0,
      duplicates: 0,
      foreign: 0,
      wrongBadges: 0,
      refusedButThere: 0,
    })
    expect(verdict.faults).toBeGreaterThan(9)
    expect(verdict.written.ok).toBeGreaterThan(200)
    expect(verdict.nudges.unheard).toBeGreaterThan(0)
  })

  test('would be missed by an app that neither catches up nor polls', { timeout: 250_000 }, async () => {
    const verdict = await experiment('--notices', '300', '--people', '6', '--patience', '35000', '--without-catch-up')
    expect(verdict.holds).toBe(false)
    expect(verdict.lost).toBeGreaterThan(0)
  })
})
