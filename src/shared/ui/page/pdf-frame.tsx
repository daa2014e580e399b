import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'

type PdfFrameProps = {
  name: string
  queryKey: readonly unknown[]
  /** The bytes of the PDF. @throws in words */
  read: () => Promise<Blob>
  /** The content when reading failed. */
  problem: (error: unknown, again: () => void) => ReactNode
}

/** A PDF in the browser's own viewer. Browsers without one, as on many phones, get a text. */
export const PdfFrame = (props: PdfFrameProps) =>
  navigator.pdfViewerEnabled ? (
    <Frame {...props} />
  ) : (
    <Text size="sm">This browser shows no PDFs inside a page. Download the file to read it.</Text>
  )

function Frame({ name, queryKey, read, problem }: PdfFrameProps) {
  const address = useQuery({
    queryKey,
    // Forces the PDF type, so that the browser's PDF viewer shows it whatever type the server sent.
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
  if (address.isError) return problem(address.error, () => void address.refetch())
  return <iframe src={address.data} title={name} style={{ border: 0, width: '100%', height: '70dvh' }} />
}
