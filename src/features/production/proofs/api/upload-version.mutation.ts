import { uploadOnce } from '@/shared/db/bucket-files'
import { db } from '@/shared/db/client'
import type { Drawn } from '../upload/draw-pages'

export type NewVersion = {
  /** Chosen here: a repeated call adds one version. */
  id: string
  jobId: string
  drawn: Drawn
  note: string
  /** The points that the client ticks before the approval. */
  checklist: readonly string[]
}

const bucket = 'mockups'

/**
 * Uploads the files and pages, then adds the version in one call. A failure in between leaves no version, and the
 * uploaded files are removed.
 * @throws Error with a sentence
 */
export async function uploadVersion(
  { id, jobId, drawn, note, checklist }: NewVersion,
  tell: (words: string) => void,
): Promise<number> {
  const place = `${jobId}/${id}`
  const files = drawn.files.map((file, at) => ({ ...file, path: `${place}/original-${at + 1}.${file.ending}` }))
  const pages = drawn.pages.map(({ picture, thumb, width, height }, at) => ({
    picture,
    thumb,
    path: `${place}/${at + 1}.${endingOf(picture)}`,
    thumb_path: `${place}/${at + 1}-small.${endingOf(thumb)}`,
    width,
    height,
  }))
  const all = [
    ...files.map(({ path, blob }) => [path, blob] as const),
    ...pages.flatMap(({ path, thumb_path, picture, thumb }) => [
      [path, picture] as const,
      [thumb_path, thumb] as const,
    ]),
  ]
  try {
    for (const [at, [path, blob]] of all.entries()) {
      const words = `Uploading ${at + 1} of ${all.length}`
      tell(words)
      // A file of an earlier try of this version is the same file.
      await uploadOnce(bucket, path, blob, undefined, (share) => tell(`${words}, ${Math.round(share * 100)} %`)).catch(
        (error: unknown) => {
          throw new Error(wordsOf(error instanceof Error ? error.message : String(error)))
        },
      )
    }
    const { data } = await db
      .rpc('add_mockup', {
        p_id: id,
        p_job_id: jobId,
        p_files: files.map(({ name, path, type, bytes, sha256 }) => ({ name, path, type, bytes, sha256 })),
        p_pages: pages.map(({ path, thumb_path, width, height }) => ({ path, thumb_path, width, height })),
        ...(note.trim() ? { p_note: note.trim() } : {}),
        p_checklist: [...checklist],
      })
      .throwOnError()
    return data
  } catch (error) {
    // Refused by the database while its version exists: then nothing is removed.
    await (
      await db.storage()
    )
      .from(bucket)
      .remove(all.map(([path]) => path))
      .then(undefined, () => {})
    throw error
  }
}

const endingOf = ({ type }: Blob): string => (type === 'image/png' ? 'png' : type === 'image/jpeg' ? 'jpg' : 'webp')

const wordsOf = (message: string): string =>
  /failed to fetch|network/i.test(message) ? 'The connection was lost. Nothing was added; please try again.' : message
