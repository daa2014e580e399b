import { Alert, Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { confirmRemoval } from '@/kit/confirm'
import { useLive } from '@/kit/live/use-live'
import { countText, dayText, momentText } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
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

function EarlierImport({ of }: { of: ContactImport }) {
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
    <article className={page.panel} aria-label={of.file_name}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
            {of.file_name}
          </Text>
          <Text size="sm" c="dimmed">
            {momentText(of.created_at)}, by {by} · {done.join(' · ') || 'nothing imported'}
          </Text>
          {of.undone_at === null ? null : (
            <Text size="sm">
              Undone on {dayText(of.undone_at)}: {countText(of.taken_back)} taken back
              {of.kept > 0 ? `, ${countText(of.kept)} stay` : ''}
            </Text>
          )}
        </div>
        {mayUndo && left > 0 ? (
          <Button
            variant="default"
            size="xs"
            loading={undoing.isPending}
            onClick={() =>
              confirmRemoval({
                title: 'Undo this import?',
                text: 'Contacts that it added are removed, and contacts that it filled in get back what they had. What was changed since or is in use stays, and you see why.',
                confirm: 'Undo import',
                onConfirm: () => undoing.mutate(),
              })
            }
          >
            {of.undone_at === null ? 'Undo import' : 'Undo what stayed'}
          </Button>
        ) : null}
      </Group>
      {undoing.isError ? <Problem>{saveProblem(undoing.error)}</Problem> : null}
      {of.kept > 0 ? <Kept importId={of.id} count={of.kept} /> : null}
    </article>
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
