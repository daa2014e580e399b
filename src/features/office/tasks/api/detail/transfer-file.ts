import type { TransferInput, TransferNews } from '@/machines/upload/upload.machine'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { reasonInWords } from '../reason'

const bucket = 'task-images'
const refusal = z.object({ message: z.string() })

/**
 * Uploads one file under a new name, never over an old one, and reports its progress. Returns the function that stops
 * it. It uses a signed address and not `upload()`, because only XMLHttpRequest reports progress.
 */
export function transferFile({ path, file }: TransferInput, tell: (news: TransferNews) => void): () => void {
  const request = new XMLHttpRequest()
  let stopped = false
  const fail = (reason: string) => {
    if (!stopped) tell({ type: 'transfer.failed', path, reason })
  }

  request.upload.onprogress = ({ loaded, total }) =>
    tell({ type: 'transfer.progress', path, loaded: total === 0 ? 0 : loaded / total })
  request.onerror = () => fail('The connection was lost')
  request.onload = () =>
    request.status < 300 ? tell({ type: 'transfer.done', path }) : fail(reasonIn(request.responseText, request.status))

  const start = async () => {
    const { data, error } = await (await db.storage()).from(bucket).createSignedUploadUrl(path)
    if (error) return fail(reasonInWords(error.message))
    if (stopped) return
    request.open('PUT', data.signedUrl)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.setRequestHeader('cache-control', 'max-age=3600')
    request.send(file)
  }
  start().catch(() => fail('The connection was lost'))

  return () => {
    stopped = true
    request.abort()
  }
}

function reasonIn(answer: string, status: number): string {
  try {
    return refusal.parse(JSON.parse(answer)).message
  } catch {
    return `The server answered ${status}`
  }
}
