import { ActionIcon, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { removeRow, updateRow } from '../../save/save-row'
import { type SavedView, viewsKey } from './views.query'

type ManageViewsProps = { views: readonly SavedView[]; many: string; onClose: () => void }
type Change = { view: SavedView; isDefault: boolean } | { remove: SavedView }

/** Which view a list opens with, and a way to remove one. */
export function ManageViews({ views, many, onClose }: ManageViewsProps) {
  const queryClient = useQueryClient()
  const change = useActMutation({
    mutationFn: (asked: Change) =>
      'remove' in asked
        ? removeRow({ table: 'saved_views', what: 'this view', id: asked.remove.id })
        : updateRow({
            table: 'saved_views',
            what: 'this view',
            id: asked.view.id,
            values: { is_default: asked.isDefault },
          }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: viewsKey }),
  })
  const usual = views.find(({ is_default }) => is_default)
  const choose = (id: string) => {
    const view = views.find((one) => one.id === id)
    if (view) change.mutate({ view, isDefault: true })
    else if (usual) change.mutate({ view: usual, isDefault: false })
  }
  return (
    <Modal opened onClose={onClose} title={`Saved views of ${many}`}>
      <Radio.Group label="The list opens with" value={usual?.id ?? ''} onChange={choose}>
        <Stack gap="xs" mt="xs">
          <Radio value="" label={`All ${many}`} disabled={change.isPending} />
          {views.map((view) => (
            <Group key={view.id} justify="space-between" wrap="nowrap">
              <Radio value={view.id} label={view.name} disabled={change.isPending} />
              <ActionIcon
                aria-label={`Remove the view ${view.name}`}
                disabled={change.isPending}
                onClick={() => change.mutate({ remove: view })}
              >
                <IconTrash size={18} stroke={1.5} />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      </Radio.Group>
      {views.length === 0 ? <Text mt="sm">No view is saved.</Text> : null}
      {change.isError ? <Problem>{saveProblem(change.error)}</Problem> : null}
    </Modal>
  )
}
