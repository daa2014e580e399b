import { z } from 'zod'
import { db } from '../client'
import { refusalsReady } from './before-refusals'

const filesSchema = z.object({ files: z.record(z.string(), z.string()) })
const refusalSchema = z.object({ error: z.string() })

/**
 * The addresses of files of a private bucket by their paths, as a server function signs them for the holder of a link.
 * @throws in the words of the function
 */
export async function signedByLink(name: string, bucket: string, body: object): Promise<Record<string, string>> {
  const { data, error } = await db.functions.invoke<unknown>(name, { body })
  if (error) {
    await refusalsReady()
    const response: unknown = error instanceof Error && 'context' in error ? error.context : null
    const said = refusalSchema.safeParse(response instanceof Response ? await response.json().catch(() => null) : null)
    throw new Error(said.success ? said.data.error : 'The pictures cannot be reached just now.')
  }
  const { origin } = new URL((await db.storage()).from(bucket).getPublicUrl('page').data.publicUrl)
  return Object.fromEntries(
    Object.entries(filesSchema.parse(data).files).map(([path, address]) => [path, origin + address]),
  )
}

/** The same for people who are signed in, by the rules of the bucket. `seconds`: how long an address opens its file. */
export async function signedByStorage(
  bucket: string,
  paths: readonly string[],
  seconds: number,
): Promise<Record<string, string>> {
  if (paths.length === 0) return {}
  const { data, error } = await (await db.storage()).from(bucket).createSignedUrls([...paths], seconds)
  if (error) throw new Error(error.message)
  return Object.fromEntries(data.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, signedUrl]] : [])))
}
