import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { confirmRemoval } from '@/kit/confirm'
import { useLive } from '@/kit/live/use-live'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { calendarDayText, countText, dayText, momentText } from '@/shared/domain/text/formats'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { type BookImport, bookImportsQuery, booksKey, undoBooks } from '../api/books.query'
import { type BookKind, bookKinds } from '../import/fields'
import { BooksSums } from './books-sums'

/** Earlier imports with their control sums, and their undoing; `only` shows one. */
export function BooksHistory({ only }: { only?: string }) {
  const imports = useQuery(bookImportsQuery)
  useLive(booksKey, [
    { page: 'contacts', tables: ['book_imports'] },
    { page: 'inventory', tables: ['book_imports'] },
    { page: 'markup-demo', tables: ['book_imports'] },
    { page: 'invoices', tables: ['book_imports'] },
  ])
  const shown = imports.data?.filter(({ id }) => only === undefined || id === only) ?? []
  if (imports.isError)
    return <Problem onRetry={() => void imports.refetch()}>The earlier imports could not be read</Problem>
  if (imports.isPending) return <LineSkeletons count={2} height={80} />
  if (shown.length === 0) return null
  return (
    <Stack component="section" maw={760} gap="sm" aria-label="Earlier imports">
      {only === undefined ? <Title order={2}>Earlier imports</Title> : null}
      {shown.map((each) => (
        <EarlierImport key={each.id} of={each} />
      ))}
    </Stack>
  )
}

function EarlierImport({ of }: { of: BookImport }) {
  const queryClient = useQueryClient()
  const me = useCurrentUser()
  const kind: BookKind = bookKinds[of.kind]
  const undoing = useActMutation({
    mutationFn: () => undoBooks(of.id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: booksKey }),
  })
  const facts = [
    kind.title,
    `${countText(of.added)} ${of.added === 1 ? kind.one : kind.many}`,
    kind.hasDay ? `as of ${calendarDayText(of.day)}` : null,
    `${momentText(of.created_at)}, by ${of.created_by === me.id ? 'you' : 'a colleague'}`,
  ]
  return (
    <article className={page.panel} aria-label={of.file_name}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
            {of.file_name}
          </Text>
          <Text size="sm" c="dimmed">
            {facts.filter(Boolean).join(' · ')}
          </Text>
          {of.undone_at === null ? null : <Text size="sm">Undone on {dayText(of.undone_at)}</Text>}
        </div>
        {of.undone_at === null && of.added > 0 ? (
          <Button
            variant="default"
            size="xs"
            loading={undoing.isPending}
            onClick={() =>
              confirmRemoval({
                title: 'Undo this import?',
                text: 'Everything that it brought is removed. If one of its records was changed since or is in use, nothing is removed, and you see which.',
                confirm: 'Undo import',
                onConfirm: () => undoing.mutate(),
              })
            }
          >
            Undo import
          </Button>
        ) : null}
      </Group>
      {undoing.isError ? <Problem>{saveProblem(undoing.error)}</Problem> : null}
      {of.undone_at === null && of.added > 0 ? <BooksSums importId={of.id} kind={kind} /> : null}
    </article>
  )
}
