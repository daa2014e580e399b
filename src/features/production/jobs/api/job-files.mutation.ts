import { removeRow } from '@/kit/save/save-row'
import { db } from '@/shared/db/client'
import { endingOf, type FileKind, storedAs } from '../job-file'
import { filesBucket, type JobFile } from './job-files.query'

/** `id` is chosen by the caller: a second try of the same file adds it once. */
export type NewJobFile = { id: string; jobId: string; kind: FileKind; name: string; file: Blob }

/** Uploads a file and adds it to a job. Answers its version. @throws in words what was not kept */
export async function addJobFile({ id, jobId, kind, name, file }: NewJobFile): Promise<number> {
  const path = `${jobId}/${id}.${endingOf(name)}`
  const type = storedAs(name)
  const { error } = await (
    await db.storage()
  )
    .from(filesBucket)
    .upload(path, new Blob([file], { type }), { contentType: type, cacheControl: '31536000' })
  // A second try finds the file of the first one.
  if (error && !/exists|duplicate/i.test(error.message)) throw error
  const { data } = await db
    .rpc('add_job_file', { p_id: id, p_job_id: jobId, p_kind: kind, p_name: name.trim(), p_path: path })
    .throwOnError()
  return data
}

/** Removes one version of a file: first from the job, then its bytes. */
export async function removeJobFile({ id, path }: JobFile): Promise<void> {
  await removeRow({ table: 'job_files', what: 'this file', id })
  await (
    await db.storage()
  )
    .from(filesBucket)
    .remove([path])
    .then(undefined, () => {})
}
