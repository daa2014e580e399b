import { IconDownload, IconFileCode } from '@tabler/icons-react'
import { type Billed, downloadBilledPdf, downloadUbl } from '@/documents/electronic/download'
import type { RecordAction } from '@/kit/record/record-page'
import type { useAct } from './use-act'

/** The PDF of a billed paper, with its data inside, and the same data as a file of its own once it is issued. */
export const billedActions = (
  billed: Billed | null | undefined,
  { act, isIssued }: { act: ReturnType<typeof useAct>['act']; isIssued: boolean },
): RecordAction[] =>
  billed
    ? [
        {
          label: 'PDF',
          icon: <IconDownload size={16} aria-hidden />,
          onClick: act(() => downloadBilledPdf(billed)),
        },
        ...(isIssued
          ? [
              {
                label: 'Electronic invoice (UBL)',
                icon: <IconFileCode size={16} aria-hidden />,
                onClick: act(() => downloadUbl(billed)),
              },
            ]
          : []),
      ]
    : []
