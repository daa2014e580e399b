import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { verdictSchema, type Verdict } from './run.ts'

const lineSchema = z.object({ name: z.string(), verdict: verdictSchema })

/** What each fault of a run came to, by its name, kept in a file so that a run that was ended goes on where it was. */
export type Record = { known: (name: string) => Verdict | undefined; add: (name: string, verdict: Verdict) => void }

/** With `resume` the verdicts of the last run stay, else the file is begun anew. */
export function openRecord(path: string, resume: boolean): Record {
  mkdirSync(dirname(path), { recursive: true })
  if (!resume) writeFileSync(path, '')
  const known = new Map(linesOf(path).map(({ name, verdict }) => [name, verdict]))
  return {
    known: (name) => known.get(name),
    add: (name, verdict) => {
      known.set(name, verdict)
      appendFileSync(path, `${JSON.stringify({ name, verdict })}\n`)
    },
  }
}

function linesOf(path: string): z.infer<typeof lineSchema>[] {
  const lines = readFileSync(path, { encoding: 'utf8', flag: 'a+' }).split('\n')
  return lines.filter((line) => line !== '').map((line) => lineSchema.parse(JSON.parse(line)))
}
