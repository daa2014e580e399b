import { Anchor, Button, Group, List, Progress, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { RefusedRows } from '@/kit/import/rows-of-file'
import { useRunAtOnce } from '@/kit/import/use-run-at-once'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { countText } from '@/shared/domain/text/formats'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { contactImportsKey, importContacts, type ImportName } from '@/features/people/contacts/api/import.query'
import { contactsKey } from '@/features/people/contacts/api/contacts.query'
import { type RowOutcome, sendInBatches } from '@/features/people/contacts/import/import-batches'
import { type JudgedRow, lineOfPerson, type PlannedRow } from '@/features/people/contacts/import/import-plan'
import {
  keptRefusedRows,
  reasonOf,
  type RefusedRow,
  refusedTitle,
  saveRefusedRows,
} from '@/features/people/contacts/import/refused-rows'
import { linkTo } from '@/shared/lib/address'
import { ImportHistory } from './import-history'

type ImportRunProps = {
  name: ImportName
  header: string[]
  rows: JudgedRow[]
  planned: PlannedRow[]
  onAgain: () => void
}

/** Sends the rows batch by batch. Imported rows stay; after a broken connection it continues where it stopped. */
export function ImportRun({ name, header, rows, planned, onAgain }: ImportRunProps) {
  const queryClient = useQueryClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, RowOutcome>>(new Map())
  const abort = useRef(new AbortController())
  const [stopped, setStopped] = useState(false)
  const left = planned.filter(({ line }) => !outcomes.has(line))
  const sending = useActMutation({
    mutationFn: async () => {
      abort.current = new AbortController()
      setStopped(false)
      const { signal } = abort.current
      const send = (batch: PlannedRow[]) => importContacts(batch, name, signal)
      const told = (some: readonly RowOutcome[]) =>
        setOutcomes((known) => new Map([...known, ...some.map((each) => [each.line, each] as const)]))
      await sendInBatches(left, send, told, signal)
    },
    onSettled: () =>
      Promise.all([contactsKey, contactImportsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  useRunAtOnce(sending)

  const number = (outcome: string) => [...outcomes.values()].filter((each) => each.outcome === outcome).length
  const refused = refusedOf(rows, outcomes)
  const done = left.length === 0
  const { id: me } = useCurrentUser()
  const hasEnded = !sending.isPending && outcomes.size > 0
  useEffect(() => {
    if (hasEnded) keepRefused(me, name.fileName, header, refusedOf(rows, outcomes))
  }, [hasEnded, me, name.fileName, header, rows, outcomes])
  const count = countText

  return (
    <Stack maw={760} className={page.panel}>
      <Title order={2}>
        {done ? 'The import is finished' : `${count(outcomes.size)} of ${count(planned.length)} rows are done`}
      </Title>
      <Progress
        value={(100 * outcomes.size) / planned.length}
        animated={sending.isPending}
        aria-label="Imported rows"
        size="lg"
      />
      {sending.isPending ? (
        <Group justify="space-between">
          <Text c="dimmed">Please keep this page open. Colleagues see the new contacts as they arrive.</Text>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setStopped(true)
              abort.current.abort()
            }}
          >
            Stop
          </Button>
        </Group>
      ) : null}
      {sending.isError && !done ? (
        <Problem>
          {stopped
            ? 'You stopped the import. What was imported stays.'
            : `${saveProblem(sending.error)} What was imported stays, and nothing is imported twice.`}
        </Problem>
      ) : null}
      {!sending.isPending && !done ? (
        <Group>
          <Button onClick={() => sending.mutate()}>
            Go on with {count(left.length)} {left.length === 1 ? 'row' : 'rows'}
          </Button>
        </Group>
      ) : null}
      {outcomes.size > 0 ? (
        <List icon={<IconCircleCheck size={18} stroke={1.5} aria-hidden />} aria-label="Results of the rows">
          <List.Item>{count(number('created'))} added</List.Item>
          {number('updated') > 0 ? <List.Item>{count(number('updated'))} filled in</List.Item> : null}
        </List>
      ) : null}
      {!sending.isPending && refused.length > 0 ? (
        <RefusedRows
          title={refusedTitle(refused)}
          word="Line"
          rows={refused}
          onSave={() => saveRefusedRows(header, refused)}
        />
      ) : null}
      {done ? (
        <Group>
          <Button component={Link} to={linkTo('/contacts')}>
            See the contacts
          </Button>
          <Anchor component="button" type="button" onClick={onAgain}>
            Import another file
          </Anchor>
        </Group>
      ) : null}
      {!sending.isPending && outcomes.size > 0 ? <ImportHistory only={name.id} /> : null}
    </Stack>
  )
}

function keepRefused(me: string, fileName: string, header: string[], rows: readonly RefusedRow[]): void {
  const memory = keptRefusedRows(me)
  if (rows.length === 0) memory.forget()
  else
    memory.keep({
      fileName,
      header,
      rows: rows.map((row) => ({ withoutCell: false, withoutPerson: false, ...row, cells: [...row.cells] })),
    })
}

/**
 * Rows that are no contacts now: wrong from the start, refused by the database, or duplicates left out. And contacts
 * whose email or country could not be read, and businesses that came without their contact person.
 */
function refusedOf(rows: readonly JudgedRow[], outcomes: ReadonlyMap<number, RowOutcome>): RefusedRow[] {
  return rows.flatMap((row): RefusedRow[] => {
    const { line, cells, problem, unread, match, earlier } = row
    const outcome = outcomes.get(line)
    if (outcome?.outcome === 'refused') return [{ line, cells, because: outcome.because ?? 'Refused' }]
    const person = outcomes.get(lineOfPerson(line))
    // Of a further row of a business the person is all that is sent.
    if (person?.outcome === 'refused')
      return [
        {
          line,
          cells,
          because: `Contact person: ${person.because ?? 'Refused'}`,
          withoutPerson: outcome !== undefined,
        },
      ]
    if (outcome ?? person) return unread === null ? [] : [{ line, cells, because: unread, withoutCell: true }]
    if (problem !== null) return [{ line, cells, because: reasonOf(row) ?? problem }]
    if (match) return [{ line, cells, because: 'Left out: this contact is there already' }]
    return earlier ? [{ line, cells, because: `Left out: the same as line ${earlier.line}` }] : []
  })
}
