import { Alert, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pdfAddress } from '../api/file-link.query'
import { reasonOf } from './toasts'

/** A PDF in the browser's own viewer; where it has none, on many phones, words that say so. */
export const PdfPages = ({ stored, name }: { stored: string; name: string }) =>
  navigator.pdfViewerEnabled ? (
    <PdfFrame stored={stored} name={name} />
  ) : (
    <Text size="sm">This browser shows no PDFs inside a page. Download the file to read it.</Text>
  )

function PdfFrame({ stored, name }: { stored: string; name: string }) {
  const address = useQuery({
    queryKey: ['tasks', 'pdf', stored],
    queryFn: () => pdfAddress(stored),
    gcTime: 0,
    staleTime: Infinity,
  })
  const url = address.data
  useEffect(() => {
    if (url === undefined) return
    return () => URL.revokeObjectURL(url)
  }, [url])

  if (address.isPending) return <Skeleton h="70dvh" />
  if (address.isError) {
    return (
      <Alert color="red" title="The file could not be read">
        {reasonOf(address.error)}
      </Alert>
    )
  }
  return <iframe src={address.data} title={name} style={{ border: 0, width: '100%', height: '70dvh' }} />
}
