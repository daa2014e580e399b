import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { linePicturesQuery, picturePaths } from '../../../shared/api/line-pictures.query'
import { uploadPicture } from '../../api/upload-picture'
import type { LineChange, QuotationItem } from '../line'

/** The pictures of the lines: their addresses, and putting one beside a line. */
export function useLinePictures(
  quotationId: string,
  lines: readonly QuotationItem[],
  perform: (changes: readonly LineChange[]) => void,
) {
  const { data: addresses = noAddresses } = useQuery(linePicturesQuery(picturePaths(lines)))
  const [uploading, setUploading] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const set = (line: QuotationItem, path: string | null) =>
    perform([{ kind: 'set', id: line.id, from: { picture_path: line.picture_path }, to: { picture_path: path } }])
  return {
    addresses,
    /** The line whose picture is on its way. */
    uploading,
    problem,
    put: async (line: QuotationItem, file: File | undefined) => {
      if (line.kind !== 'item') return setProblem('Only items have a picture: this line has no price.')
      if (!file) return setProblem('That was not a picture. Use a JPEG, PNG or WebP picture.')
      setProblem(null)
      setUploading(line.id)
      try {
        set(line, await uploadPicture(quotationId, file))
      } catch (error) {
        setProblem(error instanceof Error ? error.message : 'The picture could not be uploaded.')
      } finally {
        setUploading(null)
      }
    },
    remove: (line: QuotationItem) => set(line, null),
  }
}

const noAddresses: Record<string, string> = {}
export type LinePictures = ReturnType<typeof useLinePictures>
