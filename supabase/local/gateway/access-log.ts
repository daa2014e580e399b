import { createWriteStream } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'

export type Access = {
  method: string
  path: string
  /** What the asker got; 499 when the connection ended before an answer. */
  status: number
  ms: number
  ip: string
  user: string | null
}
export type AccessLog = { write: (access: Access) => void; note: (line: string) => void; close: () => Promise<void> }

export const noLog: AccessLog = { write: () => {}, note: () => {}, close: async () => {} }

const turnsOverAt = 20 * 1024 * 1024

/** One JSON line a request; queries are left out, because they may hold tokens. Turned over at each start when large. */
export async function openAccessLog(file: string): Promise<AccessLog> {
  const size = (await stat(file).catch(() => null))?.size ?? 0
  if (size > turnsOverAt) await rename(file, `${file}.1`)
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
  const line = (entry: object) => stream.write(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`)
  return {
    write: line,
    note: (note) => line({ note }),
    close: async () => {
      stream.end()
      await finished(stream)
    },
  }
}
