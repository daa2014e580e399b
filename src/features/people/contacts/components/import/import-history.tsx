import { Alert, List } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { EarlierImport, EarlierImports } from '@/kit/import/earlier-imports'
import { useLive } from '@/kit/live/use-live'
import { countText, dayText, momentText } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { colleaguesQuery } from '@/features/people/contacts/api/contact.query'
import { contactsKey } from '@/features/people/contacts/api/contacts.query'
import {
  type ContactImport,
  contactImportsKey,
  contactImportsQuery,
  keptRowsQuery,
  undoImport,
} from '@/features/people/contacts/api/import.query'

/** Earlier imports with their results, and the function to undo them; `only` shows one. */
export function ImportHistory({ only }: { only?: string }) {
  const imports = useQuery(contactImportsQuery)
  useLive(contactImportsKey, [{ page: 'contacts', tables: ['contact_imports'] }])
  return (
    <EarlierImports imports={imports} only={only}>
      {(each) => <EarlierContacts key={each.id} of={each} />}
    </EarlierImports>
  )
}

function EarlierContacts({ of }: { of: ContactImport }) {
  const queryClient = useQueryClient()
  const me = useCurrentUser()
  const people = useQuery(colleaguesQuery)
  const undoing = useActMutation({
    mutationFn: () => undoImport(of.id),
    onSettled: () =>
      Promise.all([contactsKey, contactImportsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  const mine = of.created_by === me.id
  const mayUndo = mine || can(me.rights, 'contacts', 'delete')
  const left = of.undone_at === null ? of.added + of.filled : of.kept
  const by = mine ? 'you' : (people.data?.find(({ userId }) => userId === of.created_by)?.name ?? 'a colleague')
  const done = [
    of.added > 0 ? `${countText(of.added)} added` : null,
    of.filled > 0 ? `${countText(of.filled)} filled in` : null,
    of.refused > 0 ? `${countText(of.refused)} not imported` : null,
  ].filter(Boolean)

  return (
    <EarlierImport
      fileName={of.file_name}
      facts={`${momentText(of.created_at)}, by ${by} · ${done.join(' · ') || 'nothing imported'}`}
      undone={
        of.undone_at === null
          ? null
          : `Undone on ${dayText(of.undone_at)}: ${countText(of.taken_back)} taken back${of.kept > 0 ? `, ${countText(of.kept)} stay` : ''}`
      }
      undo={
        mayUndo && left > 0
          ? {
              label: of.undone_at === null ? 'Undo import' : 'Undo what stayed',
              text: 'Contacts that it added are removed, and contacts that it filled in get back what they had. What was changed since or is in use stays, and you see why.',
            }
          : null
      }
      undoing={undoing}
    >
      {of.kept > 0 ? <Kept importId={of.id} count={of.kept} /> : null}
    </EarlierImport>
  )
}

function Kept({ importId, count }: { importId: string; count: number }) {
  const rows = useQuery(keptRowsQuery(importId))
  if (!rows.data) return null
  return (
    <Alert color="yellow" mt="sm" title={count === 1 ? '1 contact stays' : `${countText(count)} contacts stay`}>
      <List size="sm">
        {rows.data.map(({ line, label, kept }) => (
          <List.Item key={line}>
            Line {Math.abs(line)}
            {label ? `, ${label}` : ''}: {kept}
          </List.Item>
        ))}
        {count > rows.data.length ? <List.Item>and {countText(count - rows.data.length)} more</List.Item> : null}
      </List>
    </Alert>
  )
}
