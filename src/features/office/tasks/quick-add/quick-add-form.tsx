import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { IconLock, IconPlus } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import { contentOf } from '@/machines/quick-add/draft.machine'
import type { quickAddMachine } from '@/machines/quick-add/quick-add.machine'
import { filesStayHere } from '../files-stay-here'
import { AssigneePicker } from './assignee-picker'
import { DraftFields } from './draft-fields'
import { whyNotCreated } from './why-not-created'
import { KeptOffer } from './kept-offer'
import { PresetChoice } from './preset-choice'
import classes from './quick-add-form.module.css'

export function QuickAddForm({ actor, userId }: { actor: ActorRefFrom<typeof quickAddMachine>; userId: string }) {
  const { drafts, assignees, kept } = useSelector(actor, (state) => state.context)
  const saving = useSelector(actor, (state) => state.hasTag('saving'))
  const uploading = useSelector(actor, (state) => state.hasTag('uploading'))
  const isPrivate = useSelector(actor, (state) => state.hasTag('private')) || (saving && assignees.length === 0)
  const canCreate = useSelector(actor, (state) => state.can({ type: 'tasks.create' }))
  const several = drafts.length > 1
  const whyNotId = useId()
  const whyNot =
    saving || canCreate
      ? null
      : whyNotCreated(
          drafts.map((draft) => contentOf(draft.getSnapshot())),
          isPrivate,
          assignees,
        )
  const create = () => actor.send({ type: 'tasks.create' })

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        create()
      }}
      onKeyDown={getHotkeyHandler([['mod+Enter', create]])}
      {...filesStayHere}
    >
      <Stack gap="md">
        {kept ? (
          <KeptOffer
            kept={kept}
            onRestore={() => actor.send({ type: 'kept.restore' })}
            onDiscard={() => actor.send({ type: 'kept.discard' })}
          />
        ) : null}
        {drafts[0] ? <PresetChoice actor={actor} draft={drafts[0]} assignees={assignees} disabled={saving} /> : null}
        <div className={classes.drafts} data-several={several || undefined}>
          {drafts.map((draft, index) => (
            <DraftFields
              key={draft.id}
              actor={actor}
              draft={draft}
              heading={several ? `Task ${drafts.length - index}` : null}
              disabled={saving}
              userId={userId}
              assignees={assignees}
            />
          ))}
        </div>
        <Group>
          <Button
            variant="default"
            size="xs"
            disabled={saving}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => actor.send({ type: 'draft.add' })}
          >
            Add another task
          </Button>
        </Group>
        <div className={classes.people}>
          <AssigneePicker
            value={assignees}
            isPrivate={isPrivate}
            disabled={saving}
            onChange={(userIds) => actor.send({ type: 'assignees.choose', userIds })}
          />
          <Switch
            className={classes.private}
            label="Private task"
            description="Only you will see it"
            checked={isPrivate}
            disabled={saving}
            thumbIcon={<IconLock size={12} aria-hidden />}
            onChange={(event) =>
              actor.send({ type: event.currentTarget.checked ? 'audience.makePrivate' : 'audience.share' })
            }
          />
        </div>
        <Group justify="flex-end" className={classes.end}>
          <Button
            variant="default"
            disabled={saving && !uploading}
            onClick={() => actor.send({ type: 'dialog.close' })}
          >
            {uploading ? 'Do not create yet' : 'Cancel'}
          </Button>
          {whyNot ? (
            <Text id={whyNotId} size="xs" c="dimmed" role="status">
              {whyNot}
            </Text>
          ) : null}
          <Button
            type="submit"
            aria-describedby={whyNot ? whyNotId : undefined}
            disabled={!canCreate && !saving}
            loading={saving}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {several ? 'Create tasks' : 'Create task'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
