import { Button, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmRemoval } from '@/kit/confirm'
import { calendarDayText, countText, dayText } from '@/shared/domain/text/formats'
import { readableIban } from '@/shared/domain/money/iban'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import shared from '../../shared/accounts.module.css'
import { useAct } from '../../shared/use-act'
import { undoImport } from '../api/bank.mutation'
import { type BookedEntry, bookedOfImportQuery, importsQuery } from '../api/bank.query'
import { goneWords, TakeBackImport } from './take-back-import'

type Taking = { file: { id: string; file_name: string; entries: number }; booked: readonly BookedEntry[] }

const said = (gone: number) => {
  notifications.show({ message: `${gone === 1 ? '1 entry is' : `${countText(gone)} entries are`} taken back.` })
}

/** The imported files with their numbers of entries. A file can be removed with what was booked of it. */
export function ImportList() {
  const rights = useRights()
  const imports = useQuery(importsQuery)
  const queryClient = useQueryClient()
  const [taking, setTaking] = useState<Taking | null>(null)
  const { act, isBusy } = useAct()
  const takeBack = (file: Taking['file']) =>
    act(async () => {
      const booked = await queryClient.fetchQuery({ ...bookedOfImportQuery(file.id), staleTime: 0 })
      if (booked.length > 0) setTaking({ file, booked })
      else
        confirmRemoval({
          title: `Take ${file.file_name} back?`,
          text: goneWords(file.entries),
          confirm: 'Take back',
          onConfirm: act(async () => said(await undoImport(file.id))),
        })
    })
  const mayUndo = can(rights, 'payments', 'edit')
  if (imports.isPending) return <LineSkeletons count={4} height={48} />
  if (imports.isError) return <Problem onRetry={() => void imports.refetch()}>The files could not be read</Problem>
  if (imports.data.length === 0)
    return (
      <EmptyScreen icon={<IconFileImport stroke={1.5} />} title="No statements yet">
        Import one as camt.053 or CSV.
      </EmptyScreen>
    )
  return (
    <>
      {taking ? <TakeBackImport {...taking} onClose={() => setTaking(null)} onGone={said} /> : null}
      <Table.ScrollContainer minWidth={0}>
        <Table className={page.panel} aria-label="Imported statements">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>File</Table.Th>
              <Table.Th>Days</Table.Th>
              <Table.Th ta="right">Entries</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                Closing balance
              </Table.Th>
              {mayUndo ? <Table.Th aria-label="Take back" /> : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {imports.data.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {one.file_name}
                  <Text size="xs" c="dimmed">
                    {[
                      one.format === 'camt' ? 'camt.053' : 'CSV',
                      one.account_iban ? readableIban(one.account_iban) : null,
                      `imported ${dayText(one.created_at)}`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td>
                  {one.first_day === one.last_day
                    ? calendarDayText(one.first_day)
                    : `${calendarDayText(one.first_day)} – ${calendarDayText(one.last_day)}`}
                </Table.Td>
                <Table.Td ta="right">
                  {one.entries}
                  {one.known > 0 ? (
                    <Text size="xs" c="dimmed">
                      {one.known} known before
                    </Text>
                  ) : null}
                </Table.Td>
                <Table.Td className={shared.figures} visibleFrom="sm">
                  {one.closing === null ? '' : formatMoney(one.closing, one.currency)}
                </Table.Td>
                {mayUndo ? (
                  <Table.Td ta="right">
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      color="gray"
                      loading={isBusy}
                      aria-label={`Take ${one.file_name} back`}
                      onClick={takeBack(one)}
                    >
                      Take back
                    </Button>
                  </Table.Td>
                ) : null}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  )
}
