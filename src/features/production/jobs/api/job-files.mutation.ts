import { removeRow } from '@/kit/save/save-row'
import { removeBytes, uploadOnce, year } from '@/shared/db/bucket-files'
import { db } from '@/shared/db/client'
import { endingOf, type FileKind, storedAs } from '../job-file'
import { filesBucket, type JobFile } from './job-files.query'

/** `id` is chosen by the caller: a second try of the same file adds it once. */
export type NewJobFile = { id: string; jobId: string; kind: FileKind; name: string; file: Blob }

/**
 * Uploads a file and adds it to a job. Returns its version.
 * @throws a sentence with the reason
 */
export async function addJobFile({ id, jobId, kind, name, file }: NewJobFile): Promise<number> {
  const path = `${jobId}/${id}.${endingOf(name)}`
  const type = storedAs(name)
  await uploadOnce(filesBucket, path, new Blob([file], { type }), year)
  const { data } = await db
    .rpc('add_job_file', { p_id: id, p_job_id: jobId, p_kind: kind, p_name: name.trim(), p_path: path })
    .throwOnError()
  return data
}

/** Removes one version of a file: first from the job, then its bytes. */
export async function removeJobFile({ id, path }: JobFile): Promise<void> {
  await removeRow({ table: 'job_files', what: 'this file', id })
  await removeBytes(filesBucket, path)
}
