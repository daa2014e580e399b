import type { Zip } from 'fflate'

/** Bytes that are put together into one part, so that the browser may keep it outside its memory. */
const mostPending = 8 * 1024 * 1024

/** A zip whose bytes become parts of a Blob as they come. `size` counts those that came. */
export function collectedZip(Made: typeof Zip): { zip: Zip; size: () => number; blob: () => Blob } {
  const parts: BlobPart[] = []
  let pending: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let folded = 0
  const fold = () => {
    parts.push(new Blob(pending))
    pending = []
    folded = size
  }
  const zip = new Made((problem, bytes) => {
    if (problem) throw problem
    pending.push(new Uint8Array(bytes))
    size += bytes.length
    if (size - folded > mostPending) fold()
  })
  return {
    zip,
    size: () => size,
    blob: () => {
      fold()
      return new Blob(parts, { type: 'application/zip' })
    },
  }
}
