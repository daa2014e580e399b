import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Keys } from '../contracts.ts'
import { createSigningKeys, rotated } from './signing-keys.ts'

const keysSchema = z.object({
  publishableKey: z.string().min(20),
  secretKey: z.string().min(20),
  jwtSecret: z.string().min(32),
  signingKeys: z
    .array(
      z.object({
        kid: z.string().min(1),
        status: z.enum(['in_use', 'standby', 'previously_used']),
        jwk: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), d: z.string() }),
      }),
    )
    .optional(),
})

/** New random keys in Supabase's form. */
export const createKeys = (): Keys => ({
  publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
  secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  jwtSecret: randomBytes(48).toString('base64url'),
  signingKeys: createSigningKeys(),
})

/** The keys of a data directory, created at its first start. Throws when the file exists but cannot be read. */
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
  if (parsed.data.signingKeys) return parsed.data
  const keys = { ...parsed.data, signingKeys: createSigningKeys() }
  await replaceKeys(file, keys)
  return keys
}

/** Rotates the signing keys of a data directory. */
export async function rotateKeysIn(dataDir: string): Promise<void> {
  await replaceKeys(join(dataDir, 'keys.json'), rotated(await keysIn(dataDir)))
}

/** The file is always whole: the old one or the new one. */
async function replaceKeys(file: string, keys: Keys): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
