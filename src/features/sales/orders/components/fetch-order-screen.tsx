import { example } from '@/shared/domain/text/formats'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { saveProblem } from '@/shared/hooks/save-problem'
import { findOrder } from '../api/orders.query'

/** /fetch-order-data: opens an order by its number, its id, its link, or the id of its quotation. */
export function FetchOrderScreen() {
  const [words, setWords] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const navigate = useNavigate()
  const href = useRecordHref()
  const finding = useActMutation({
    mutationFn: findOrder,
    onSuccess: (id) => {
      const address = id === null ? null : href('order', id)
      if (address) void navigate(address)
    },
  })
  const find = (event: SubmitEvent) => {
    event.preventDefault()
    if (words.trim() === '') setEmpty(true)
    else finding.mutate(words)
  }
  return (
    <PageFrame title="Fetch Order Data" width="text">
      <form onSubmit={find}>
        <Stack gap="md" align="flex-start">
          <TextInput
            w="100%"
            label="Number or id of the order"
            description="An order number, the id of the order, of its link or of its quotation."
            placeholder={example('SO-2026-0098')}
            maxLength={100}
            value={words}
            onChange={(event) => {
              finding.reset()
              setEmpty(false)
              setWords(event.currentTarget.value)
            }}
            error={
              isEmpty
                ? 'Please enter a number or an id'
                : finding.isSuccess && finding.data === null
                  ? 'There is no order with this number or id.'
                  : null
            }
            data-autofocus
          />
          <Button type="submit" loading={finding.isPending}>
            Open order
          </Button>
          {finding.isError ? <Problem>{saveProblem(finding.error)}</Problem> : null}
          <Text size="sm" c="dimmed">
            The order opens when it is found.
          </Text>
        </Stack>
      </form>
    </PageFrame>
  )
}
