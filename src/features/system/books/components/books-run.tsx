import { Anchor, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { RefusedRows } from '@/kit/import/rows-of-file'
import { useRunAtOnce } from '@/kit/import/use-run-at-once'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { countText } from '@/shared/domain/text/formats'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { type BookImportName, booksKey, importRows } from '../api/books.query'
import { type BookRow, inPortions, sentRows } from '../import/book-rows'
import { type BookKind, bookKinds } from '../import/fields'
import { saveWrongRows } from '../import/wrong-rows'
import { BooksHistory } from './books-history'

type BooksRunProps = { name: BookImportName; header: string[]; rows: BookRow[]; onAgain: () => void }

/** Sends the rows portion by portion. After a broken connection it goes on where it stopped. */
export function BooksRun({ name, header, rows, onAgain }: BooksRunProps) {
  const kind: BookKind = bookKinds[name.kind]
  const { sending, refused, done, portions } = useSending(name, rows)
  const isDone = done === portions
  const wrong = rows.flatMap((row) => {
    const problem = row.problem ?? refused.get(row.line) ?? null
    return problem === null ? [] : [{ ...row, problem }]
  })
  return (
    <Stack maw={760} className={page.panel}>
      <Title order={2}>{isDone ? 'The import is finished' : 'The rows are being imported'}</Title>
      {isDone ? (
        <Text>{`${countText(rows.length - wrong.length)} of ${countText(rows.length)} rows were imported.`}</Text>
      ) : (
        <Progress value={(100 * done) / portions} animated={sending.isPending} aria-label="Imported rows" size="lg" />
      )}
      {sending.isError && !isDone ? (
        <>
          <Problem>{`${saveProblem(sending.error)} What was imported stays, and nothing is imported twice.`}</Problem>
          <Group>
            <Button onClick={() => sending.mutate()}>Go on with the import</Button>
          </Group>
        </>
      ) : null}
      {isDone && wrong.length > 0 ? (
        <RefusedRows
          title={wrong.length === 1 ? '1 row was not imported' : `${countText(wrong.length)} rows were not imported`}
          word="Row"
          rows={wrong.map(({ line, problem }) => ({ line, because: problem }))}
          onSave={() => saveWrongRows(kind.many, header, wrong)}
        />
      ) : null}
      {isDone ? (
        <Group>
          <Button component={Link} to={linkTo(kind.list)}>
            See the {kind.many}
          </Button>
          <Anchor component="button" type="button" onClick={onAgain}>
            Import another file
          </Anchor>
        </Group>
      ) : null}
      {!sending.isPending && done > 0 ? <BooksHistory only={name.id} /> : null}
    </Stack>
  )
}

/** Sends the portions that are left, once at first and then when it is asked. */
function useSending(name: BookImportName, rows: readonly BookRow[]) {
  const queryClient = useQueryClient()
  const { isGrouped = false }: BookKind = bookKinds[name.kind]
  const portions = useMemo(
    () => inPortions(sentRows(rows.filter(({ problem }) => problem === null)), isGrouped),
    [rows, isGrouped],
  )
  const [done, setDone] = useState(0)
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const sending = useActMutation({
    mutationFn: async () => {
      for (const [place, portion] of portions.entries()) {
        if (place < done) continue
        const said = await importRows(portion, name)
        setRefused((known) => new Map([...known, ...said]))
        setDone(place + 1)
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: booksKey }),
  })
  useRunAtOnce(sending)
  return { sending, refused, done, portions: portions.length }
}
