import type { SupabaseClient } from '@supabase/supabase-js'
import { answer, Refusal } from './answers.ts'

/** Seconds that the address of a picture opens it. */
const life = 3600

/** `{ files: { path: address } }` for the files of a private bucket. The caller has decided that they may be seen. */
export async function signedAddresses(service: SupabaseClient, bucket: string, paths: string[]): Promise<Response> {
  if (paths.length === 0) return answer({ files: {} })
  const { data: signed, error } = await service.storage.from(bucket).createSignedUrls(paths, life)
  if (error) throw new Refusal(503, 'storage_unavailable', 'The pictures cannot be reached just now. Please try again.')
  // The browser prefixes its own address of storage, which this function does not know.
  return answer({
    files: Object.fromEntries(
      signed.flatMap(({ path, signedUrl }) => {
        if (!path || !signedUrl) return []
        const { pathname, search } = new URL(signedUrl)
        return [[path, pathname + search]]
      }),
    ),
  })
}
