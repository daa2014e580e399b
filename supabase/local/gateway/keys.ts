import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Keys } from '../contracts.ts'

const keysSchema = z.object({
  publishableKey: z.string().min(20),
  secretKey: z.string().min(20),
  jwtSecret: z.string().min(32),
})

/** New random keys in Supabase's form. */
export const createKeys = (): Keys => ({
  publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
  secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  jwtSecret: randomBytes(48).toString('base64url'),
})

/** The keys of a data directory, made at its first start. Throws when the file is there but not readable as keys. */
export async function keysIn(dataDir: string): Promise<Keys> {
  const file = join(dataDir, 'keys.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) {
    const keys = createKeys()
    await mkdir(dataDir, { recursive: true })
    await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    return keys
  }
  const parsed = keysSchema.safeParse(parseJson(text))
  if (!parsed.success) throw new Error(`${file} does not hold the keys of this data directory.`)
  await chmod(file, 0o600)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
