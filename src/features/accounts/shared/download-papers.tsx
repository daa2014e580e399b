import { Button } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'
import type { Billed } from '@/documents/electronic/billed'
import { today } from './today'
import { useAct } from './use-act'

type DownloadPapersProps = {
  kind: Billed['kind']
  rows: readonly { id: string; status: string }[]
  clear: () => void
}

/** Saves the chosen papers as one zip of PDFs and electronic files. A draft and a void one have none. */
export function DownloadPapers({ kind, rows, clear }: DownloadPapersProps) {
  const { act, isBusy } = useAct()
  const [read, setRead] = useState(0)
  const issued = rows.filter(({ status }) => !['draft', 'void'].includes(status))
  const save = act(async () => {
    setRead(0)
    const { savePapersZip } = await import('./papers-zip')
    await savePapersZip(
      `papers-${today()}`,
      issued.map(({ id }) => ({ kind, id })),
      setRead,
    )
    clear()
  })
  return (
    <Button leftSection={<IconFileZip size={18} aria-hidden />} disabled={issued.length === 0 || isBusy} onClick={save}>
      {isBusy ? `${read} of ${issued.length}` : issued.length === 0 ? 'None is issued' : 'Download PDF and XML'}
    </Button>
  )
}
