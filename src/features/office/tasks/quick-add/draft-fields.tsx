import { ActionIcon, Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { memo, useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { useFileDrop } from '@/kit/files/use-file-drop'
import type { DraftRef } from '@/machines/quick-add/draft.machine'
import type { quickAddMachine } from '@/machines/quick-add/quick-add.machine'
import { mentionedIn } from '@/shared/domain/text/mention'
import { mentionableQuery } from '../api/detail/mentionable.query'
import { AttachmentsField } from './attachments-field'
import { DescriptionField } from './description-field'
import { DueField } from './due-field'
import classes from './quick-add-form.module.css'
import { RelatedTo } from './related-to'
import { suggestMentions } from './suggest-mentions'
import { TitleField } from './title-field'
import { announce } from './toasts'
import { TodosField } from './todos-field'
import { attachFiles } from './attach-files'
import { useTypedMentions } from './use-typed-mentions'

type DraftFieldsProps = {
  actor: ActorRefFrom<typeof quickAddMachine>
  draft: DraftRef
  /** The heading of a draft among several, which can then be removed. */
  heading: string | null
  disabled: boolean
  userId: string
  assignees: readonly string[]
}

/** One task draft. Among many, only the edited one is drawn again. */
export const DraftFields = memo(function DraftFields(props: DraftFieldsProps) {
  const { actor, draft, heading, disabled, userId, assignees } = props
  const { title, description, todos, due, reminder, uploads } = useSelector(draft, (state) => state.context)
  const known = useQuery(mentionableQuery).data
  const people = known ?? []
  const mention = (mentioned: string) => actor.send({ type: 'mention.pick', userId: mentioned })
  const noteMention = useTypedMentions({ title, description, people: known, onMention: mention })
  const onMention = (picked: string) => {
    noteMention(picked)
    mention(picked)
  }
  const attach = (files: readonly File[]) => attachFiles(uploads, files)
  const drop = useFileDrop(attach, { disabled })
  const suggest = suggestMentions(people, userId)

  useEffect(() => {
    const news = draft.on('*', announce)
    return () => news.unsubscribe()
  }, [draft])

  const joining = mentionedIn({ title, description }, people).filter((id) => id !== userId && !assignees.includes(id))
  const names = people.filter((person) => joining.includes(person.userId)).map(({ name }) => name)

  return (
    <section
      className={classes.draft}
      aria-label={heading ?? undefined}
      data-dropping={drop.isOver || undefined}
      {...drop.zone}
    >
      {heading ? (
        <Group justify="space-between">
          <Text fw={600} size="sm">
            {heading}
          </Text>
          <ActionIcon
            aria-label={`Remove ${heading}`}
            disabled={disabled}
            onClick={() => actor.send({ type: 'draft.remove', id: draft.getSnapshot().context.id })}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ) : null}
      <TitleField
        value={title}
        disabled={disabled}
        suggest={suggest}
        onMention={onMention}
        onChange={(changed) => draft.send({ type: 'draft.write', change: { title: changed } })}
      />
      <DescriptionField
        draft={draft}
        disabled={disabled}
        suggest={suggest}
        onMention={onMention}
        onFile={(file) => attach([file])}
      />
      {names.length > 0 ? (
        <Text size="sm" c="dimmed" role="status">
          {names.join(', ')} will be added because of the mention.
        </Text>
      ) : null}
      <RelatedTo draft={draft} disabled={disabled} />
      <TodosField
        todos={todos}
        disabled={disabled}
        onChange={(changed) => draft.send({ type: 'draft.write', change: { todos: changed } })}
      />
      <div className={classes.pair}>
        <AttachmentsField uploads={uploads} attach={attach} disabled={disabled} />
        <DueField
          due={due}
          reminder={reminder}
          disabled={disabled}
          onChange={(change) => draft.send({ type: 'draft.write', change })}
        />
      </div>
    </section>
  )
})
