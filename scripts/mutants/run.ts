import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

export const verdictSchema = z.object({
  at: z.number(),
  failure: z.object({ file: z.string(), test: z.string(), because: z.string() }).nullable(),
  seconds: z.number(),
  files: z.number(),
})

export type Verdict = z.infer<typeof verdictSchema>
/** A fault and the files that should notice it, in this order; of the matrix only the rows that begin with `rows`. */
export type Trial = { at: number; sql: string; rows: string; files: readonly string[] }

const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
let runs = 0

/** Tries some faults one after another in one process that keeps its world. What it did not get to, or until `stop`, has no verdict. */
export async function verdictsOf(
  root: string,
  trials: readonly Trial[],
  server: string,
  stop?: AbortSignal,
): Promise<Verdict[]> {
  const name = join(folder, String((runs += 1)))
  const verdicts = `${name}.jsonl`
  await writeFile(verdicts, '')
  await writeFile(`${name}.json`, JSON.stringify({ verdicts, faults: trials }))
  await new Promise<void>((resolve, reject) => {
    const vitest = spawn(
      process.execPath,
      [
        `${root}node_modules/vitest/vitest.mjs`,
        'run',
        '--config',
        'scripts/mutants/vitest.config.ts',
        '--reporter',
        'dot',
      ],
      {
        cwd: root,
        env: { ...process.env, MUTANT_PLAN: `${name}.json`, TEST_DATABASE_URL: server },
        stdio: ['ignore', 'ignore', 'ignore'],
        timeout: 15 * 60_000,
        ...(stop && { signal: stop }),
      },
    )
    vitest.on('error', (error) => {
      if (!stop?.aborted) reject(error)
    })
    vitest.on('close', () => resolve())
  })
  const lines = (await readFile(verdicts, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => verdictSchema.parse(JSON.parse(line)))
}
