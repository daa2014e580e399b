import { Anchor, Button, Group, Skeleton, Text, Textarea, Title } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import {
  IconArrowMerge,
  IconChecklist,
  IconFileText,
  IconHandStop,
  IconLink,
  IconMapPin,
  IconMessage,
  IconTruckDelivery,
  IconUserPlus,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isRelation, relations } from '@/shared/domain/contact'
import { fullTime } from '@/shared/domain/relative-time'
import { colleaguesQuery, timelineQuery } from '../api/contact.query'
import { addNote } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import type { ContactLinks } from '../links'
import { problemWords } from '../problem-words'
import { useDraft } from '../use-draft'
import classes from './contacts.module.css'
import { Problem } from './problem'

const marks: Record<string, typeof IconMessage> = {
  created: IconUserPlus,
  note: IconMessage,
  stop: IconHandStop,
  release: IconHandStop,
  merge: IconArrowMerge,
  quotation: IconFileText,
  delivery: IconTruckDelivery,
  task: IconChecklist,
  site: IconMapPin,
  relation: IconLink,
}
const words: Record<string, string> = {
  stop: 'Put on stop',
  release: 'Released',
  quotation: 'Quotation',
  delivery: 'Delivery',
  task: 'Task',
  site: 'Site',
  relation: 'Relation',
}

export const hrefOf = (links: ContactLinks, kind: string, id: string): string | null => {
  if (kind === 'quotation') return links.quotation(id)
  if (kind === 'delivery') return links.delivery(id)
  return kind === 'task' ? links.task(id) : null
}

const detailWords = (kind: string, detail: string): string =>
  kind === 'relation' && isRelation(detail) ? relations[detail].forth : detail.replaceAll('_', ' ')

/** One story of everything about a contact, newest first, and a place to write a note. */
export function Timeline({ id, links, mayEdit }: { id: string; links: ContactLinks; mayEdit: boolean }) {
  const story = useQuery(timelineQuery(id))
  const colleagues = useQuery(colleaguesQuery)
  return (
    <section className={classes.paper} aria-labelledby="story-heading">
      <Title order={2} id="story-heading" mb="md">
        Timeline
      </Title>
      {mayEdit ? <NoteForm id={id} /> : null}
      {story.isError ? <Problem onRetry={() => void story.refetch()}>The timeline could not be read</Problem> : null}
      {story.isPending ? <Skeleton height={160} aria-hidden /> : null}
      <ol className={classes.story}>
        {story.data?.map(({ at, kind, id: itemId, title, detail, author_id: authorId }) => {
          const Mark = marks[kind] ?? IconMessage
          const href = hrefOf(links, kind, itemId)
          const author = colleagues.data?.find(({ userId }) => userId === authorId)?.name
          return (
            <li key={`${kind}${itemId}`}>
              <span className={classes.mark}>
                <Mark size={16} stroke={1.5} aria-hidden />
              </span>
              <div>
                <Text component="div" className={classes.body}>
                  {words[kind] ? `${words[kind]}: ` : ''}
                  {href ? (
                    <Anchor component={Link} to={href}>
                      {title}
                    </Anchor>
                  ) : (
                    title
                  )}
                </Text>
                <Text size="sm" c="dimmed">
                  {[detail && detailWords(kind, detail), fullTime(at), author].filter(Boolean).join(' · ')}
                </Text>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function NoteForm({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const { draft, keep, clear } = useDraft(`note-${id}`, { body: '' })
  const saving = useMutation({
    mutationFn: () => addNote(id, draft.body),
    onSuccess: async () => {
      clear()
      await queryClient.invalidateQueries({ queryKey: contactsKey })
    },
  })
  const save = () => {
    if (draft.body.trim() !== '' && !saving.isPending) saving.mutate()
  }
  return (
    <div style={{ marginBottom: '1.25rem' }}>
      <Textarea
        label="Note"
        placeholder="Only staff see notes"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5000}
        disabled={saving.isPending}
        value={draft.body}
        onChange={(event) => keep({ body: event.currentTarget.value })}
        onKeyDown={getHotkeyHandler([['mod+Enter', save]])}
      />
      {saving.isError ? <Problem>{problemWords(saving.error)}</Problem> : null}
      <Group justify="flex-end" mt="xs">
        <Button size="xs" disabled={draft.body.trim() === ''} loading={saving.isPending} onClick={save}>
          Add note
        </Button>
      </Group>
    </div>
  )
}
