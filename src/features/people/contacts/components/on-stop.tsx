import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { IconHandStop } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ActionButton } from '@/kit/form/action-button'
import { useDialog } from '@/kit/dialog/use-dialog'
import { momentText } from '@/shared/domain/text/formats'
import { useKeptEdits } from '@/shared/hooks/kept-edits'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { timelineQuery } from '../api/contact.query'
import { setOnStop } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'

/** The on-stop sign with its reason, and the way to put it up or take it down. */
export function OnStop({ id, onStop, mayEdit }: { id: string; onStop: boolean; mayEdit: boolean }) {
  const queryClient = useQueryClient()
  const dialog = useDialog('stop')
  const { values, put, forget } = useKeptEdits(`${onStop ? 'release' : 'stop'}-${id}`, { reason: '' })
  const reason = values.reason
  const why = useInfiniteQuery({ ...timelineQuery(id, ['stop']), enabled: onStop }).data?.pages[0]?.[0]
  const saving = useActMutation({
    mutationFn: () => setOnStop(id, !onStop, reason),
    onSuccess: async () => {
      dialog.close()
      forget()
      await queryClient.invalidateQueries({ queryKey: contactsKey })
    },
  })
  const save = () => {
    if (reason.trim() !== '' && !saving.isPending) saving.mutate()
  }
  const label = onStop ? 'Release' : 'Put on stop'

  const button = mayEdit ? (
    <Button
      size={onStop ? 'xs' : 'sm'}
      variant="default"
      leftSection={<IconHandStop size={16} aria-hidden />}
      onClick={() => dialog.open()}
    >
      {label}
    </Button>
  ) : null

  return (
    <>
      {onStop ? (
        <Alert color="magenta" variant="filled" mb="md" icon={<IconHandStop aria-hidden />} title="On stop">
          <Group justify="space-between" gap="xs">
            <span>{why ? `${why.title} · ${momentText(why.at)}` : 'No more work on account.'}</span>
            {button}
          </Group>
        </Alert>
      ) : (
        button
      )}
      <Modal opened={dialog.isOpen && mayEdit} onClose={dialog.close} title={label}>
        <Stack data-kept>
          <Textarea
            label="Why"
            required
            autosize
            minRows={3}
            maxLength={5000}
            data-autofocus
            value={reason}
            onChange={(event) => put('reason', event.currentTarget.value)}
            onKeyDown={getHotkeyHandler([['mod+Enter', save]])}
          />
          {saving.isError ? <Problem>{saveProblem(saving.error)}</Problem> : null}
          <Group justify="flex-end">
            <ActionButton
              why={reason.trim() === '' ? 'Say why first.' : null}
              loading={saving.isPending}
              onClick={save}
            >
              {label}
            </ActionButton>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
