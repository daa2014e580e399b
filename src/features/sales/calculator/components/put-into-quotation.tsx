import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ActionButton } from '@/kit/form/action-button'
import { RecordPicker } from '@/kit/pickers/record-picker'
import { linkTo } from '@/shared/lib/address'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { putIntoQuotation } from '../api/calculation.mutation'
import { draftQuotations } from '../api/calculations.query'
import { calculationsKey } from '../api/prices.query'

type PutProps = {
  calculationId: string
  quotationId: string | null
  /** The line of that quotation from which the calculation came. */
  lineId: string | null
  onClose: () => void
}

/** Chooses a draft quotation and puts the price there as a line. */
export function PutIntoQuotation({ calculationId, quotationId, lineId, onClose }: PutProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState(quotationId)
  const putting = useActMutation({
    mutationFn: (id: string) => putIntoQuotation(calculationId, id, id === quotationId ? lineId : null),
    onSuccess: (_, id) => {
      notifications.show({ message: 'The price is in the quotation.' })
      void navigate(linkTo('/quotations/:id', { id }), { replace: true })
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['quotations'] }),
        queryClient.invalidateQueries({ queryKey: calculationsKey }),
      ]),
  })
  return (
    <Stack>
      <RecordPicker label="Draft quotation" source={draftQuotations} value={chosen} onChange={setChosen} autoFocus />
      <Text size="sm" c="dimmed">
        {lineId !== null && chosen === quotationId
          ? 'The line from which you came gets this price for a piece, these pieces and their size.'
          : 'The price becomes a line at the end. If this calculation has a line there already, that line gets the new price.'}
      </Text>
      {putting.isError ? <Problem>{saveProblem(putting.error)}</Problem> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ActionButton
          why={chosen === null ? 'Choose a quotation first.' : null}
          loading={putting.isPending}
          onClick={() => chosen && putting.mutate(chosen)}
        >
          Put into quotation
        </ActionButton>
      </Group>
    </Stack>
  )
}
