import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EarlierImport, EarlierImports } from '@/kit/import/earlier-imports'
import { useLive } from '@/kit/live/use-live'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { calendarDayText, countText, dayText, momentText } from '@/shared/domain/text/formats'
import { useCurrentUser } from '@/shared/hooks/current-user'
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
  return (
    <EarlierImports imports={imports} only={only}>
      {(each) => <EarlierBooks key={each.id} of={each} />}
    </EarlierImports>
  )
}

function EarlierBooks({ of }: { of: BookImport }) {
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
  const stands = of.undone_at === null && of.added > 0
  return (
    <EarlierImport
      fileName={of.file_name}
      facts={facts.filter(Boolean).join(' · ')}
      undone={of.undone_at === null ? null : `Undone on ${dayText(of.undone_at)}`}
      undo={
        stands
          ? {
              label: 'Undo import',
              text: 'Everything that it brought is removed. If one of its records was changed since or is in use, nothing is removed, and you see which.',
            }
          : null
      }
      undoing={undoing}
    >
      {stands ? <BooksSums importId={of.id} kind={kind} /> : null}
    </EarlierImport>
  )
}
