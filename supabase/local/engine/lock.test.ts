import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { holderOf, Locked, takeLock, takeSharedLock } from './lock.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'signwright-lock-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

describe('a data directory', () => {
  test('has one holder at a time, says that it is being closed, and is free after its release', async () => {
    const lock = await takeLock(dataDir)
    await lock.servesAt('http://127.0.0.1:3000')
    await expect(takeLock(dataDir)).rejects.toThrow(
      `The data directory ${dataDir} is already open in process ${process.pid} at http://127.0.0.1:3000. Stop that one first.`,
    )
    await lock.stops()
    await expect(takeLock(dataDir)).rejects.toThrow(
      `The data directory ${dataDir} is still being closed by process ${process.pid}: it writes a copy of the database. Start again when that has ended.`,
    )
    await lock.release()
    await (await takeLock(dataDir)).release()
  })

  test('is shared by servers that say so, and by nobody else', async () => {
    const [one, other] = [await takeSharedLock(dataDir), await takeSharedLock(dataDir)]
    await one.servesAt('http://127.0.0.1:3000')
    await expect(takeLock(dataDir)).rejects.toThrow(Locked)
    await one.release()
    await expect(takeLock(dataDir)).rejects.toThrow(Locked)
    await other.release()
    const gone = { pid: process.pid, began: 'Thu Jan  1 00:00:00 1970', url: null }
    await writeFile(join(dataDir, 'servers', 'gone.json'), JSON.stringify(gone))
    const alone = await takeLock(dataDir)
    await expect(takeSharedLock(dataDir)).rejects.toThrow(Locked)
    await alone.release()
    await (await takeSharedLock(dataDir)).release()
  })

  test('of a process that is gone is taken over', async () => {
    const gone = spawn(process.execPath, ['-e', ''])
    await once(gone, 'exit')
    await writeFile(join(dataDir, 'lock.json'), JSON.stringify({ pid: gone.pid, began: null, url: null }))
    await (await takeLock(dataDir)).release()
  })

  test('of a process whose number another one has now is taken over', async () => {
    const other = { pid: process.pid, began: 'Thu Jan  1 00:00:00 1970', url: null }
    await writeFile(join(dataDir, 'lock.json'), JSON.stringify(other))
    const lock = await takeLock(dataDir)
    expect(await holderOf(dataDir)).toMatchObject({ pid: process.pid, began: expect.not.stringContaining('1970') })
    await lock.release()
  })

  test.each(Array.from({ length: 5 }, (_, round) => round))(
    'with a stale lock goes to exactly one of many who come at once: round %i',
    async () => {
      await writeFile(join(dataDir, 'lock.json'), 'torn')
      const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => takeLock(dataDir)))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      expect(refused.every((reason) => reason instanceof Locked)).toBe(true)
    },
  )
})
