import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Problem } from './problem'
import { saveProblem } from './save-problem'

type PdfFrameProps = {
  name: string
  queryKey: readonly unknown[]
  /** The bytes of the PDF. @throws in words */
  read: () => Promise<Blob>
}

/** A PDF in the browser's own viewer; where it has none, on many phones, words that say so. */
export const PdfFrame = (props: PdfFrameProps) =>
  navigator.pdfViewerEnabled ? (
    <Frame {...props} />
  ) : (
    <Text size="sm">This browser shows no PDFs inside a page. Download the file to read it.</Text>
  )

function Frame({ name, queryKey, read }: PdfFrameProps) {
  const address = useQuery({
    queryKey,
    // The page's own viewer shows it, whatever the server says it is.
    queryFn: async () => URL.createObjectURL(new Blob([await read()], { type: 'application/pdf' })),
    gcTime: 0,
    staleTime: Infinity,
  })
  const url = address.data
  useEffect(() => {
    if (url === undefined) return
    return () => URL.revokeObjectURL(url)
  }, [url])
  if (address.isPending) return <Skeleton h="70dvh" />
  if (address.isError) return <Problem onRetry={() => void address.refetch()}>{saveProblem(address.error)}</Problem>
  return <iframe src={address.data} title={name} style={{ border: 0, width: '100%', height: '70dvh' }} />
}
