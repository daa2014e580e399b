import { Button, Group, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { insertRow } from '@/kit/save/save-row'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { type Panel, panelsKey } from '../api/panels.query'

export function AddPart({ panel }: { panel: Panel }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const adding = useActMutation({
    mutationFn: () =>
      insertRow({
        table: 'panel_parts',
        what: 'this part',
        values: {
          panel_id: panel.id,
          name: name.trim(),
          position: Math.min(1000, Math.max(0, ...panel.parts.map(({ position }) => position)) + 1),
        },
      }),
    onSuccess: () => setName(''),
    onSettled: () => queryClient.invalidateQueries({ queryKey: panelsKey }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !adding.isPending) adding.mutate()
      }}
    >
      {adding.error ? <Problem>{saveProblem(adding.error)}</Problem> : null}
      <Group mt="sm" align="flex-end" wrap="nowrap">
        <TextInput
          label="Another part"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <Button
          type="submit"
          variant="default"
          loading={adding.isPending}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          Add
        </Button>
      </Group>
    </form>
  )
}
