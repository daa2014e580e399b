import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { Paper } from '@/documents/paper/paper'
import { usePageWords } from '@/shared/hooks/language/page-words'

/** Downloads the paper with its pictures. */
export function QuotationPdf({ paper, pictures }: { paper: Paper; pictures: Readonly<Record<string, string>> }) {
  const { say } = usePageWords()
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')
  const download = async () => {
    setState('busy')
    try {
      const { downloadPdf } = await import('@/documents/pdf/download')
      await downloadPdf(paper, { pictures })
      setState('ready')
    } catch {
      setState('failed')
    }
  }
  return (
    <Button
      variant="subtle"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={state === 'busy'}
      onClick={() => void download()}
    >
      {state === 'failed' ? say('pdf_again') : 'PDF'}
    </Button>
  )
}
